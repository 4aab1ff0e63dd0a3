import { useAccount } from '../../lib/session/account.ts';
import { useInstallation } from '../../lib/installation.ts';
import { type NavGroup, navGroups } from './nav-items.ts';

/** The drawer groups for the signed-in person. The palette and the shortcuts also use them. */
export function useNav(): readonly NavGroup[] {
  const { caller } = useAccount();
  return navGroups({ ...caller, links: useInstallation()?.links });
}
