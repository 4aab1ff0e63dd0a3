import {
  IconBell,
  IconBuildingFactory2,
  IconCoins,
  IconCube,
  IconFileText,
  IconGauge,
  IconHistory,
  IconUserCircle,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';

export interface NavItem {
  readonly key: 'dashboard' | 'suppliers' | 'products' | 'invoices' | 'assignedCosts' | 'profile' | 'notifications' | 'users' | 'auditLog';
  readonly to: string;
  readonly icon: TablerIcon;
  /** Only admins see it. */
  readonly isForAdmins?: true;
}
export const DASHBOARD: NavItem = { key: 'dashboard', to: paths.home(), icon: IconGauge };
/** The group Management; locked as a whole when the account has not got it. */
export const MANAGEMENT_ITEMS: readonly NavItem[] = [
  { key: 'suppliers', to: paths.suppliers(), icon: IconBuildingFactory2 },
  { key: 'products', to: paths.products(), icon: IconCube },
  { key: 'invoices', to: paths.invoices(), icon: IconFileText },
  { key: 'assignedCosts', to: paths.assignedCosts(), icon: IconCoins },
];
/** The group Account. */
export const ACCOUNT_ITEMS: readonly NavItem[] = [
  { key: 'profile', to: paths.profile(), icon: IconUserCircle },
  { key: 'notifications', to: paths.notifications(), icon: IconBell },
  { key: 'users', to: paths.users(), icon: IconUsers, isForAdmins: true },
  { key: 'auditLog', to: paths.auditLog(), icon: IconHistory, isForAdmins: true },
];

/** Is this entry where the person is? An invoice and its documents live beside the list's address, the tabs of the costs beside each other. */
export function isHere(to: string, pathname: string): boolean {
  if (to === paths.home()) return pathname === to;
  const under = (root: string) => pathname === root || pathname.startsWith(`${root}/`);
  const isInvoices = [paths.documents(), '/invoices', '/invoice-matching'].some(under);
  return under(to) || (to === paths.invoices() && isInvoices) || (to === paths.assignedCosts() && under('/transactions'));
}
