import type { Mounting } from '../../http/mount.ts';
import { mountPlans } from './plans.routes.ts';

/** Mounts the calls for shipment plans. */
export function mountShipments(m: Mounting): void {
  mountPlans(m);
}
