import { type CostedPackList, listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { listMissingDecisions } from '@quayside/contracts/stock/missing';
import { listReceipts } from '@quayside/contracts/stock/receipts';
import { getPreFlight, type PreFlight } from '@quayside/contracts/shipments/pre-flight';
import { listSentMails } from '@quayside/contracts/documents/sent-mails';
import {
  addShipmentPlanPackLists,
  getShipmentPlan,
  listAddressTypes,
  listCalculateByOptions,
  listContainerTypes,
  listGoodsTimelineOptions,
  listShipmentPlanHistory,
  patchShipmentPlan,
  removeShipmentPlanPackLists,
  type ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { listCountries, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { compareFreight } from '@quayside/contracts/shipments/what-if';
import { Route, Routes } from 'react-router';
import { paths } from '../../../../lib/paths.ts';
import { refusal } from '../../../../testing/fake-api.ts';
import { aPage } from '../../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../../testing/person.ts';
import { renderPart, startApi } from '../../../../testing/render-app.tsx';
import { aSupplier } from '../../../suppliers/testing/a-supplier.ts';
import { ShipmentPlanPage } from '../shipment-plan.page.tsx';
import { looseKettles } from './a-plan.ts';
import { aComparison, passed } from './a-comparison.ts';

export const MERIDIAN = aSupplier({ companyName: 'Meridian Ocean Freight', localName: null });
/** What `startPlan` answers to the first and only undo. */
export const OPERATION = idOf(990);

/** An entry of the history of the plan. */
export const HISTORY = {
  id: idOf(980),
  at: '2026-11-20T10:00:00Z',
  action: 'shipment-plan.changed',
  who: { id: idOf(3), name: 'Grace Hopper' },
  changes: [
    { field: 'eta', from: '2027-01-25', to: '2027-01-28', line: null },
    { field: 'containerType', from: '20FT', to: '40FT', line: null },
  ],
};

/** A fake API with one shipment plan and the loose pack lists, which stores the changes that it receives. */
export function startPlan(
  plan: ShipmentPlanWithPackLists,
  {
    as = 'admin',
    loose = [looseKettles()],
    preFlight = passed(),
  }: { as?: Visitor; loose?: readonly CostedPackList[]; preFlight?: PreFlight } = {},
) {
  const api = startApi({ as });
  let stored: ShipmentPlanWithPackLists | undefined = plan;
  let free = [...loose];
  const change = (over: Partial<ShipmentPlanWithPackLists>): ShipmentPlanWithPackLists => {
    stored = { ...plan, ...stored, ...over, version: (stored ?? plan).version + 1 };
    return stored;
  };
  api.on(getShipmentPlan, () => {
    if (!stored) throw refusal('shipments.unknown_plan');
    return stored;
  });
  api.on(patchShipmentPlan, ({ body: { version: _version, correctionReason: _reason, ...body } }) => {
    const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const over = fields as Partial<ShipmentPlanWithPackLists>;
    if (body.status === 'OPEN') return change({ status: 'OPEN', shippedOn: null });
    return change({ ...over, ...(body.shippedOn && { status: 'IN_TRANSIT' }) });
  });
  api.on(listPackLists, () => aPage(free));
  api.on(addShipmentPlanPackLists, ({ body }) => {
    const asked = free.filter(({ packListId }) => body.packListIds.includes(packListId));
    const along = free.filter(
      (one) => !asked.includes(one) && asked.some(({ cartonId }) => cartonId !== null && cartonId === one.cartonId),
    );
    free = free.filter((one) => !asked.includes(one) && !along.includes(one));
    return {
      plan: change({ packLists: [...(stored ?? plan).packLists, ...asked, ...along] }),
      operationId: OPERATION,
      alongPackListIds: along.map(({ packListId }) => packListId),
      removedPlanIds: [],
    };
  });
  api.on(removeShipmentPlanPackLists, ({ body }) => {
    const before = stored ?? plan;
    const left = before.packLists.filter(({ packListId }) => !body.packListIds.includes(packListId));
    free = [...free, ...before.packLists.filter((one) => !left.includes(one))];
    const after = left.length > 0 ? change({ packLists: left }) : null;
    if (!after) stored = undefined;
    return { plan: after, operationId: OPERATION, alongPackListIds: [] };
  });
  api.on(listShipmentPlanHistory, aPage([HISTORY]));
  api.on(listReceipts, aPage([]));
  api.on(listMissingDecisions, aPage([]));
  api.on(listSentMails, []);
  api.on(listInvoices, aPage([]));
  api.on(getPreFlight, preFlight);
  api.on(compareFreight, ({ body }) => aComparison((stored ?? plan).freightRateId, body));
  startLists(api);
  return {
    api,
    stored: () => stored,
    /** Stores a new version of the plan, as if somebody else had changed it. */
    change,
  };
}

/** The lists of options, as the server names them. */
function startLists(api: ReturnType<typeof startApi>): void {
  api.on(listSuppliers, aPage([MERIDIAN]));
  api.on(listCountries, [
    { value: 'CN', label: 'China' },
    { value: 'GB', label: 'United Kingdom' },
  ]);
  api.on(listContainerTypes, [
    { value: 'LCL', label: 'LCL, less than a container', usableVolume: null, payload: null, source: null },
    { value: '20FT', label: '20 ft', usableVolume: '26', payload: '28180', source: 'the lower published figure' },
    { value: '40FT', label: '40 ft', usableVolume: '56', payload: '26730', source: 'the lower published figure' },
  ]);
  api.on(listAddressTypes, [
    { value: 'SUPPLIER', label: 'Supplier' },
    { value: 'WAREHOUSE', label: 'Warehouse' },
  ]);
  api.on(listCalculateByOptions, [
    { value: 'SHIPPING_RATE', label: 'Price per kg of chargeable weight' },
    { value: 'CONTAINER_ESTIMATE', label: 'Estimate for the container' },
  ]);
  api.on(listGoodsTimelineOptions, [
    { value: 'READY', label: 'Ready' },
    { value: 'READY_WITHIN_30_DAYS', label: 'Ready within 30 days' },
  ]);
}

/** Renders the page of the plan without the shell. Any other path shows "Another page". */
export function openPlan(tab?: 'documents' | 'history'): void {
  renderPart(
    <Routes>
      <Route path="/orders-shipments/shipment-plans/:id" element={<ShipmentPlanPage />} />
      <Route path="*" element={<p>Another page</p>} />
    </Routes>,
    `${paths.shipmentPlan(idOf(900))}${tab === undefined ? '' : `?tab=${tab}`}`,
  );
}
