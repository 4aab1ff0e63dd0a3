import type { Mounting } from '../../http/mount.ts';
import { mountCartons } from './cartons.routes.ts';
import { mountOrders } from './orders.routes.ts';
import { mountPlans } from './plans.routes.ts';

/** Mounts the calls for orders, cartons and shipment plans. */
export function mountShipments(m: Mounting): void {
  mountOrders(m);
  mountCartons(m);
  mountPlans(m);
}
