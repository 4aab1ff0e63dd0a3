import { getInstallation } from '@quayside/contracts/installation';
import { type Mounting, mountPublic } from './mount.ts';

/** Mounts the calls that tell where this installation sends people. */
export function mountInstallation(m: Mounting): void {
  mountPublic(m, getInstallation)(async () => m.deps.config.outbound.installation);
}
