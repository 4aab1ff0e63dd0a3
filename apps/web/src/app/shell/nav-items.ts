import type { Installation } from '@quayside/contracts/installation';
import {
  IconBell,
  IconBuildingFactory2,
  IconBuildingStore,
  IconCalculator,
  IconCoins,
  IconCube,
  IconFileText,
  IconGauge,
  IconHistory,
  IconPigMoney,
  IconReceiptRefund,
  IconServerCog,
  IconTags,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';

export interface NavItem {
  readonly key:
    | 'dashboard'
    | 'community'
    | 'funding'
    | 'tariff'
    | 'reimbursement'
    | 'bookkeeper'
    | 'listBusiness'
    | 'suppliers'
    | 'products'
    | 'invoices'
    | 'assignedCosts'
    | 'profile'
    | 'notifications'
    | 'users'
    | 'auditLog'
    | 'backgroundWork';
  /** The path of a screen, or an outside address when `isOutside` is set. */
  readonly to: string;
  readonly icon: TablerIcon;
  /** An outside page: opens in a new tab. */
  readonly isOutside?: true;
  /** The shortcut of the entry. */
  readonly keys?: readonly string[];
}
export interface NavGroup {
  readonly key: 'resources' | 'management' | 'account' | 'system';
  readonly items: readonly NavItem[];
  /** Shown but disabled, because the account does not have the section. */
  readonly isLocked?: true;
  /** Collapsed until the person expands it. */
  readonly isFolding?: true;
}
/** The visitor, and the outside links of the installation. */
export interface NavVisitor {
  readonly flags: { readonly isManagementSectionEnabled: boolean; readonly isResourcesEnabled: boolean };
  readonly isAdmin: boolean;
  readonly isSystemAdmin: boolean;
  readonly links?: Installation['links'] | undefined;
}

export const DASHBOARD: NavItem = { key: 'dashboard', to: paths.home(), icon: IconGauge, keys: ['g', 'd'] };
/** The Management group; locked as a whole when the account does not have it. */
export const MANAGEMENT_ITEMS: readonly NavItem[] = [
  { key: 'suppliers', to: paths.suppliers(), icon: IconBuildingFactory2, keys: ['g', 's'] },
  { key: 'products', to: paths.products(), icon: IconCube, keys: ['g', 'p'] },
  { key: 'invoices', to: paths.invoices(), icon: IconFileText, keys: ['g', 'i'] },
  { key: 'assignedCosts', to: paths.assignedCosts(), icon: IconCoins },
];

/** Entries of the Account group for admins only. */
const ADMINS_ITEMS: readonly NavItem[] = [
  { key: 'users', to: paths.users(), icon: IconUsers },
  { key: 'auditLog', to: paths.auditLog(), icon: IconHistory },
];

/** Of the whole installation, for system admins alone. */
const SYSTEM_ITEMS: readonly NavItem[] = [{ key: 'backgroundWork', to: paths.backgroundWork(), icon: IconServerCog }];

function resources(links: NavVisitor['links']): NavItem[] {
  const outside = (key: 'community' | 'reimbursement', icon: TablerIcon): NavItem[] => {
    const to = links?.[key];
    return to ? [{ key, to, icon, isOutside: true }] : [];
  };
  return [
    ...outside('community', IconUsersGroup),
    { key: 'funding', to: paths.funding(), icon: IconPigMoney },
    { key: 'tariff', to: paths.tariff(), icon: IconTags },
    ...outside('reimbursement', IconReceiptRefund),
    { key: 'bookkeeper', to: paths.bookkeeper(), icon: IconCalculator },
    { key: 'listBusiness', to: paths.listBusiness(), icon: IconBuildingStore },
  ];
}

/** The groups of the drawer below the dashboard, in documented order, limited to existing screens. */
export function navGroups({ flags, isAdmin, isSystemAdmin, links }: NavVisitor): readonly NavGroup[] {
  return [
    ...(flags.isResourcesEnabled ? [{ key: 'resources', items: resources(links), isFolding: true } as const] : []),
    { key: 'management', items: MANAGEMENT_ITEMS, ...(flags.isManagementSectionEnabled ? {} : { isLocked: true }) },
    {
      key: 'account',
      items: [
        { key: 'profile', to: paths.profile(), icon: IconUserCircle },
        { key: 'notifications', to: paths.notifications(), icon: IconBell },
        ...(isAdmin ? ADMINS_ITEMS : []),
      ],
    },
    ...(isSystemAdmin ? [{ key: 'system', items: SYSTEM_ITEMS } as const] : []),
  ];
}

/**
 * Whether this entry is the current one. An invoice and its documents have addresses beside the list's, and so have the
 * tabs of the costs.
 */
export function isHere(to: string, pathname: string): boolean {
  if (to === paths.home()) return pathname === to;
  const here = pathname.toLowerCase();
  const under = (root: string) => here === root.toLowerCase() || here.startsWith(`${root.toLowerCase()}/`);
  const isInvoices = [paths.documents(), '/invoices', '/invoice-matching'].some(under);
  return (
    under(to) || (to === paths.invoices() && isInvoices) || (to === paths.assignedCosts() && under('/transactions'))
  );
}
