import { getInstallation } from '@quayside/contracts/installation';
import { type Mounting, mountPublic } from './mount.ts';

/** Mounts the call that returns the external links of this installation. */
export function mountInstallation(m: Mounting): void {
  mountPublic(m, getInstallation)(async () => m.deps.config.outbound.installation);
}
