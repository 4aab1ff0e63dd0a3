import { useAccount, useRoles } from '../../lib/account.ts';
import { useInstallation } from '../../lib/installation.ts';
import { type NavGroup, navGroups } from './nav-items.ts';

/** The groups of the drawer for whoever is signed in; the palette and the keys have the same. */
export function useNav(): readonly NavGroup[] {
  const { settings } = useAccount();
  const { isAdmin } = useRoles();
  return navGroups({ flags: settings, isAdmin, links: useInstallation()?.links });
}
