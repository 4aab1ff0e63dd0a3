import type { Installation } from '@quayside/contracts/installation';
import type { Caller } from '@quayside/domain/access/access';
import { IconGauge, type TablerIcon } from '@tabler/icons-react';
import { DRAWER_GROUPS, type DrawerEntry, type DrawerGroup } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import { FEATURES } from '../features.ts';
import { isOffered } from '../route-decision.ts';

/** An entry of the drawer for one person. */
export interface NavItem extends Pick<DrawerEntry, 'key' | 'label' | 'covers' | 'shortcut' | 'phoneLabel'> {
  readonly icon: TablerIcon;
  /** The path of a screen, or an outside URL when `isOutside` is set. */
  readonly to: string;
  /** Set if the entry opens an outside page in a new tab. */
  readonly isOutside?: true;
}
export interface NavGroup {
  readonly key: DrawerGroup;
  readonly items: readonly NavItem[];
  /** Set if the group is shown but disabled, because the account does not have the section. */
  readonly isLocked?: true;
  /** Set if the group is collapsed until the person expands it. */
  readonly isFolding?: true;
}
/** The person's roles and flags, and the outside links of the installation. */
export interface NavVisitor extends Pick<Caller, 'roles'> {
  readonly flags: Caller['flags'];
  readonly links?: Installation['links'] | undefined;
}

export const DASHBOARD: NavItem = {
  key: 'dashboard',
  label: 'shell:dashboard',
  to: paths.home(),
  icon: IconGauge,
  shortcut: { keys: ['g', 'd'], label: 'shell:keysDialog.goDashboard' },
  phoneLabel: 'shell:dashboard',
};
const ENTRIES: readonly DrawerEntry[] = FEATURES.flatMap(({ drawer = [] }) => drawer);

/** The groups of the drawer below the dashboard, in documented order. Empty groups are left out. */
export function navGroups(visitor: NavVisitor): readonly NavGroup[] {
  return DRAWER_GROUPS.flatMap((key): NavGroup[] => {
    if (key === 'resources' && !visitor.flags.isResourcesEnabled) return [];
    const items = ENTRIES.filter((entry) => entry.group === key && isOffered(entry.need, visitor)).flatMap((entry) =>
      itemOf(entry, visitor.links),
    );
    if (items.length === 0) return [];
    const isLocked = key === 'management' && !visitor.flags.isManagementSectionEnabled;
    return [{ key, items, ...(isLocked && { isLocked }), ...(key === 'resources' && { isFolding: true }) }];
  });
}

function itemOf({ to, ...entry }: DrawerEntry, links: NavVisitor['links']): NavItem[] {
  if (typeof to === 'string') return [{ ...entry, to }];
  const url = links?.[to.outside];
  return url ? [{ ...entry, to: url, isOutside: true }] : [];
}

/** The path of an entry, and further paths at which the entry is highlighted as current. */
type Place = Pick<NavItem, 'to' | 'covers'>;
/** Whether the entry is current: the current path is one of the entry's paths, or below one of them. */
export function isHere({ to, covers = [] }: Place, pathname: string): boolean {
  if (to === paths.home()) return pathname === to;
  const here = pathname.toLowerCase();
  return [to, ...covers].some((root) => here === root.toLowerCase() || here.startsWith(`${root.toLowerCase()}/`));
}
