import { exportShipmentPlans } from '@quayside/contracts/exports';
import * as packing from '@quayside/contracts/shipments/packing-lists';
import { getPreFlight as getPreFlightSpec } from '@quayside/contracts/shipments/pre-flight';
import * as calls from '@quayside/contracts/shipments/shipment-plans';
import { compareFreight as compareFreightSpec } from '@quayside/contracts/shipments/what-if';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { checkPackingList, importPackingList } from './packing-list/packing-list.service.ts';
import { getCsv, makeCsv, storeCsv } from './send/plan-csv.service.ts';
import { listPlanHistory } from './plans/plan-history.service.ts';
import { proposeMail } from './send/plan-mail.service.ts';
import { addPackLists, removePackLists } from './plans/plan-pack-lists.service.ts';
import { patchShipmentPlan } from './plans/plan-writes.service.ts';
import { shipmentPlanExport } from './lists/plans.export.ts';
import * as plans from './plans/plans.service.ts';
import { getPreFlight } from './plans/pre-flight.service.ts';
import { compareFreight } from './what-if/what-if.service.ts';

/** Mounts the calls for shipment plans. */
export function mountPlans(m: Mounting): void {
  const { deps } = m;
  mount(m, calls.listShipmentPlans)((w, i) => plans.listShipmentPlans(w, i.query));
  mount(m, calls.shipmentPlanTotals)((w, i) => plans.shipmentPlanTotals(w, i.query));
  mount(m, calls.listShipmentPlanSummary)((w, i) => plans.listShipmentPlanSummary(w, i.query));
  mountExport(m, exportShipmentPlans)(shipmentPlanExport);
  mount(m, calls.listGoodsTimelineOptions)((w) => plans.listGoodsTimelineOptions(w));
  mount(m, calls.listCalculateByOptions)((w) => plans.listCalculateByOptions(w));
  mount(m, calls.listAddressTypes)((w) => plans.listAddressTypes(w));
  mount(m, calls.listContainerTypes)((w) => plans.listContainerTypes(w));
  mount(m, calls.addShipmentPlanPackLists)((w, i) => addPackLists(w, i.body));
  mount(m, calls.removeShipmentPlanPackLists)((w, i) => removePackLists(w, i.body));
  mount(m, calls.getShipmentPlan)((w, i) => plans.getShipmentPlan(w, i.params.shipmentPlanId));
  mount(m, calls.patchShipmentPlan)((w, i) => patchShipmentPlan(w, i.params.shipmentPlanId, i.body));
  mount(m, compareFreightSpec)((w, i) => compareFreight(w, i.params.id, i.body));
  mount(m, getPreFlightSpec)((w, i) => getPreFlight(w, i.params.id));
  mount(m, calls.listShipmentPlanHistory)((w, i) => listPlanHistory(w, i.params.shipmentPlanId, i.query));
  mount(m, calls.getShipmentPlanCsv)((w, i) => getCsv(w, i.params.id));
  mount(m, calls.getShipmentPlanCsvDocument, (scope, i) => makeCsv(deps, scope, i.params.id))((w, i, made) =>
    storeCsv(w, deps.files, i.params.id, made),
  );
  mount(m, packing.checkPackingList)((w, i) => checkPackingList(w, i.params.shipmentPlanId, i.body));
  mount(m, packing.importPackingList)((w, i) => importPackingList(w, i.params.shipmentPlanId, i.body));
  mount(m, calls.getShipmentPlanEmail)((w, i) => proposeMail(w, i.params.id));
}
