import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type * as plans from '@quayside/contracts/shipments/shipment-plans';

export type { ShipmentPlan, ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
type Calls = typeof plans;
/** The parsed request body of a call for shipment plans. */
export type BodyOf<K extends 'patchShipmentPlan' | 'addShipmentPlanPackLists' | 'removeShipmentPlanPackLists'> =
  BodyOut<Calls[K]>;
/** The parsed query of a list call for shipment plans. */
export type QueryOf<
  K extends 'listShipmentPlans' | 'shipmentPlanTotals' | 'listShipmentPlanSummary' | 'listShipmentPlanHistory',
> = QueryOut<Calls[K]>;
/** The fields of a shipment plan that a request changes. */
export type PlanPatch = Omit<BodyOf<'patchShipmentPlan'>, 'status' | 'correctionReason' | 'shippedDespite' | 'version'>;
