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
    | 'auditLog';
  /** A screen, or an address outside when it is `isOutside`. */
  readonly to: string;
  readonly icon: TablerIcon;
  /** Somebody else's page: opens in a tab of its own. */
  readonly isOutside?: true;
  /** The keys that lead there. */
  readonly keys?: readonly string[];
}
export interface NavGroup {
  readonly key: 'resources' | 'management' | 'account';
  readonly items: readonly NavItem[];
  /** Shown and not to be opened: the account has not got it. */
  readonly isLocked?: true;
  /** Folded until somebody opens it. */
  readonly isFolding?: true;
}
/** Who looks, and what the installation offers. */
export interface NavVisitor {
  readonly flags: { readonly isManagementSectionEnabled: boolean; readonly isResourcesEnabled: boolean };
  readonly isAdmin: boolean;
  readonly links?: Installation['links'] | undefined;
}

export const DASHBOARD: NavItem = { key: 'dashboard', to: paths.home(), icon: IconGauge, keys: ['g', 'd'] };
/** The group Management; locked as a whole when the account has not got it. */
export const MANAGEMENT_ITEMS: readonly NavItem[] = [
  { key: 'suppliers', to: paths.suppliers(), icon: IconBuildingFactory2, keys: ['g', 's'] },
  { key: 'products', to: paths.products(), icon: IconCube, keys: ['g', 'p'] },
  { key: 'invoices', to: paths.invoices(), icon: IconFileText, keys: ['g', 'i'] },
  { key: 'assignedCosts', to: paths.assignedCosts(), icon: IconCoins },
];

/** Of the group Account, for admins alone. */
const ADMINS_ITEMS: readonly NavItem[] = [
  { key: 'users', to: paths.users(), icon: IconUsers },
  { key: 'auditLog', to: paths.auditLog(), icon: IconHistory },
];

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

/** The groups of the drawer below the dashboard, in the order of the documents, as far as their screens exist. */
export function navGroups({ flags, isAdmin, links }: NavVisitor): readonly NavGroup[] {
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
  ];
}

/** Is this entry where the person is? An invoice and its documents live beside the list's address, the tabs of the costs beside each other. */
export function isHere(to: string, pathname: string): boolean {
  if (to === paths.home()) return pathname === to;
  const here = pathname.toLowerCase();
  const under = (root: string) => here === root.toLowerCase() || here.startsWith(`${root.toLowerCase()}/`);
  const isInvoices = [paths.documents(), '/invoices', '/invoice-matching'].some(under);
  return under(to) || (to === paths.invoices() && isInvoices) || (to === paths.assignedCosts() && under('/transactions'));
}
