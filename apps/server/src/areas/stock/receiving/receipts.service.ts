import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { receiveGoods as spec } from '@quayside/contracts/stock/receipts';
import { say } from '@quayside/contracts/texts/catalogue';
import { ruleText } from '@quayside/domain/refusal';
import type { Place } from '@quayside/domain/stock/places';
import { type Arrival, arrivalOf, checkReceiptDay } from '@quayside/domain/stock/receipts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, recordAtEnd } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { required } from '../../../http/field-result.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { addPackLists, type Arrivals, saveArrivals } from '../../shipments/public.ts';
import { createOperation } from '../../undo/public.ts';
import {
  type ExpectedOrder,
  type ExpectedRow,
  type OpenDecision,
  readExpected,
  readExpectedOrders,
  readExpectedWithOrders,
  readOpenDecisions,
} from '../rows/expected.views.ts';
import { announceDeliveries } from './deliveries.service.ts';
import { syncLotTotals } from '../replay/lot-totals.service.ts';
import { refuseBundlesAmong } from '../movements/no-bundles.service.ts';
import { addFound, insertReceipts, type ReceiptRow } from '../rows/receipts.queries.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';

/** The kind of the operations that record receipts. */
export const RECEIVE_OPERATION = 'stock.receive';

type Body = BodyOut<typeof spec>;
type Row = Body['rows'][number];

/** Units of one pack list that arrive. `made` : the pack list does not exist yet, and holds so many units. */
interface Planned {
  readonly at: number;
  readonly packList: ExpectedRow;
  readonly isMade: boolean;
  readonly day: string;
  readonly place: Place;
  readonly units: bigint;
  readonly reason: string | null;
  readonly arrival: Arrival;
}

/** What of the pack lists is left as the rows of a request are planned one after the other. */
interface Expectations {
  readonly packLists: Map<string, ExpectedRow>;
  readonly orders: ReadonlyMap<string, ExpectedOrder>;
  readonly unpacked: Map<string, bigint>;
  readonly decisions: Map<string, OpenDecision[]>;
}

/** Records that units arrived, all rows or none. With `preview` nothing is stored. */
export async function receiveGoods(w: Work, body: Body): Promise<ResponseOf<typeof spec>> {
  await lockCosts(w);
  const expected = await readExpectations(w, body.rows);
  refuseBundlesAmong(
    body.rows.map((row) => orderOfRow(expected, row)?.isBundle ?? false),
    (i) => (body.rows[i]?.orderId === undefined ? `rows.${i}.packListId` : `rows.${i}.orderId`),
  );
  const planned = body.rows.flatMap((row, at) => planRow(w, expected, { row, at, all: body }));
  if (planned.length === 0) throw fieldError('rows', ruleText('receipt.nothing_left'));
  const operationId = body.preview ? null : await store(w, planned);
  return answer(expected, planned, operationId);
}

async function readExpectations(w: Work, rows: readonly Row[]): Promise<Expectations> {
  for (const [i, { packListId, orderId }] of rows.entries())
    if ((packListId === undefined) === (orderId === undefined))
      throw fieldError(`rows.${i}.packListId`, say('field.required'));
  const ids = rows.flatMap(({ packListId }) => packListId ?? []);
  const named = await readExpectedWithOrders(w, ids);
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  const all = [...named.packLists, ...(await readExpected(w, 'order_id', orderIds))];
  const packLists = new Map(all.map((row) => [row.id, row]));
  if (ids.some((id) => !packLists.has(id))) throw new AppError('shipments.unknown_pack_list');
  const orders = new Map([...named.orders, ...(await readExpectedOrders(w, orderIds))]);
  if (orderIds.some((id) => !orders.has(id))) throw new AppError('shipments.unknown_order');
  // Only of these is something decided.
  const decided = all.filter(({ short, lost }) => short + lost > 0n);
  const decisions = await readOpenDecisions(
    w,
    decided.map(({ id }) => id),
  );
  return {
    packLists,
    orders,
    unpacked: new Map([...orders.values()].map(({ id, unpacked }) => [id, unpacked])),
    decisions: Map.groupBy(decisions, ({ packListId }) => packListId),
  };
}

const orderOfRow = ({ packLists, orders }: Expectations, { packListId, orderId }: Row): ExpectedOrder | undefined =>
  orders.get(packLists.get(packListId ?? '')?.orderId ?? orderId ?? '');

interface RowOf {
  readonly row: Row;
  readonly at: number;
  readonly all: Body;
}

/** The pack lists into which the units of a row go: the one that it names, or what of an order no plan carries. */
function planRow(w: Work, expected: Expectations, { row, at, all }: RowOf): Planned[] {
  const { packListId, orderId = '' } = row;
  if (packListId !== undefined) {
    const packList = expected.packLists.get(packListId);
    return packList
      ? planPackList(w, expected, { row, at, all }, { packList, units: wanted(row, packList.missing) })
      : [];
  }
  const loose = [...expected.packLists.values()].filter(
    (one) => one.orderId === orderId && one.planId === null && one.missing > 0n,
  );
  const unpacked = expected.unpacked.get(orderId) ?? 0n;
  let left = wanted(
    row,
    loose.reduce((sum, { missing }) => sum + missing, unpacked),
  );
  const planned = loose.flatMap((packList) => {
    const units = left < packList.missing ? left : packList.missing;
    left -= units;
    return units > 0n ? planPackList(w, expected, { row, at, all }, { packList, units }) : [];
  });
  if (left === 0n) return planned;
  const made = unpacked > 0n ? madePackList(w, expected, orderId, left < unpacked ? left : unpacked) : undefined;
  const packList = made ?? loose.at(-1) ?? newestArrived(expected, orderId);
  if (!packList) throw fieldError(`rows.${at}.quantity`, ruleText('receipt.nothing_left'));
  return [
    ...planned,
    ...planPackList(w, expected, { row, at, all }, { packList, units: left, isMade: made !== undefined }),
  ];
}

/** The newest pack list of an order of which everything has arrived or is decided: what comes beyond that is its. */
function newestArrived({ packLists }: Expectations, orderId: string): ExpectedRow | undefined {
  const own = [...packLists.values()].filter((one) => one.orderId === orderId);
  if (own.some(({ missing }) => missing > 0n)) return undefined;
  return own.findLast(({ planStatus }) => planStatus !== 'CLOSED') ?? own.at(-1);
}

const wanted = ({ quantity }: Row, open: bigint): bigint => (quantity === undefined ? open : BigInt(quantity));

/** A pack list for units that arrived without having been packed. */
function madePackList(w: Work, expected: Expectations, orderId: string, units: bigint): ExpectedRow {
  const order = expected.orders.get(orderId);
  expected.unpacked.set(orderId, (expected.unpacked.get(orderId) ?? 0n) - units);
  const packList: ExpectedRow = {
    id: w.newId(),
    number: 0n,
    orderId,
    productId: order?.productId ?? '',
    units,
    received: 0n,
    surplus: 0n,
    short: 0n,
    lost: 0n,
    credited: 0n,
    missing: units,
    planId: null,
    planStatus: null,
    shippedOn: null,
  };
  expected.packLists.set(packList.id, packList);
  return packList;
}

/** Plans units of one pack list, and what is left of it for later rows of the request. */
function planPackList(
  w: Work,
  expected: Expectations,
  { row, at, all }: RowOf,
  {
    packList,
    units,
    isMade = false,
  }: { readonly packList: ExpectedRow; readonly units: bigint; readonly isMade?: boolean },
): Planned[] {
  if (units === 0n) return [];
  const { planStatus, shippedOn } = packList;
  if (planStatus === 'CLOSED') throw new AppError('shipments.wrong_status', { message: say('stock.plan_closed') });
  const day = row.day ?? all.day;
  const plan = planStatus === null ? null : { hasLeft: planStatus !== 'OPEN', shippedOn };
  const fields = { day: row.day === undefined ? 'day' : `rows.${at}.day`, packListId: `rows.${at}.packListId` };
  required(checkReceiptDay(day, todayOf(w), plan), fields);
  const decisions = expected.decisions.get(packList.id) ?? [];
  const toleranceHundredths = expected.orders.get(packList.orderId)?.toleranceHundredths ?? 0;
  const reason = row.reason ?? null;
  const arrival = required(arrivalOf({ ...packList, decisions, toleranceHundredths }, units, reason), {
    quantity: `rows.${at}.quantity`,
  });
  const after = afterArrival(packList, units, arrival);
  expected.packLists.set(packList.id, after);
  expected.decisions.set(packList.id, withoutFound(decisions, arrival));
  const planned = { at, packList: after, isMade, day, place: row.place ?? all.place, units, reason, arrival };
  return [planned];
}

const foundOf = ({ found }: Arrival, kind: 'SHORT' | 'LOST'): bigint =>
  found.reduce((sum, each) => (each.kind === kind ? sum + each.units : sum), 0n);

/** A pack list after units of it arrived. */
function afterArrival(packList: ExpectedRow, units: bigint, arrival: Arrival): ExpectedRow {
  const [short, lost] = [packList.short - foundOf(arrival, 'SHORT'), packList.lost - foundOf(arrival, 'LOST')];
  const received = packList.received + units;
  const surplus = packList.surplus + arrival.surplus;
  return { ...packList, received, surplus, short, lost, missing: packList.units + surplus - received - short - lost };
}

const withoutFound = (decisions: readonly OpenDecision[], { found }: Arrival): OpenDecision[] =>
  decisions
    .map((each) => ({ ...each, units: each.units - (found.find(({ id }) => id === each.id)?.units ?? 0n) }))
    .filter(({ units }) => units > 0n);

/** Stores planned arrivals: pack lists that are made, receipts, and all that follows. Returns the operation. */
async function store(w: Work, planned: readonly Planned[]): Promise<string> {
  const numbers = await makePackLists(w, planned);
  const last = new Map(
    planned.map(({ packList }) => [packList.id, { ...packList, number: numbers.get(packList.id) ?? packList.number }]),
  );
  const operationId = await createOperation(w, RECEIVE_OPERATION, {});
  const changedIds = await saveArrivals(w, [...last.values()].map(arrivalsOf));
  await syncLotTotals(w, changedIds, [...last.values()]);
  // Receipts come last: what follows from new totals is replayed before them, and must not meet them half.
  const receipts = planned.map((each) => receiptOf(w, each, operationId));
  await insertReceipts(w, receipts);
  await addFound(w, foundByDecision(planned));
  await replayStock(w, firstDays(planned.map(({ packList, day }) => ({ productId: packList.productId, day }))));
  await announceDeliveries(w, receipts, operationId);
  await recordReceipts(w, planned, operationId);
  return operationId;
}

/** Makes the pack lists that do not exist yet. Returns their numbers. */
async function makePackLists(w: Work, planned: readonly Planned[]): Promise<Map<string, bigint>> {
  const made = planned.filter(({ isMade }) => isMade).map(({ packList }) => packList);
  if (made.length === 0) return new Map();
  const first = await reserveNumbers(w, 'pack_list', made.length);
  const numbers = new Map(made.map(({ id }, i) => [id, first + BigInt(i)]));
  await addPackLists(
    w,
    made.map(({ id, orderId, units }) => ({
      id,
      number: numbers.get(id) ?? first,
      orderId,
      units,
      readyOn: null,
      cartonId: null,
      planId: null,
      isFromReceipt: true,
    })),
  );
  return numbers;
}

const receiptOf = (
  w: Work,
  { packList, day, place, units, reason, arrival }: Planned,
  operationId: string,
): Omit<ReceiptRow, 'credited'> => ({
  id: w.newId(),
  lotId: packList.id,
  orderId: packList.orderId,
  productId: packList.productId,
  planId: packList.planId,
  day,
  place,
  units,
  found: foundOf(arrival, 'LOST'),
  foundShort: foundOf(arrival, 'SHORT'),
  surplus: arrival.surplus,
  surplusReason: arrival.surplus > 0n ? reason : null,
  operationId,
});

const arrivalsOf = ({ id, received, surplus, short, lost, credited }: ExpectedRow): Arrivals => ({
  packListId: id,
  received,
  surplus,
  short,
  lost,
  credited,
});

function foundByDecision(planned: readonly Planned[]): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const { arrival } of planned)
    for (const { id, units } of arrival.found) found.set(id, (found.get(id) ?? 0n) + units);
  return found;
}

async function recordReceipts(w: Work, planned: readonly Planned[], operationId: string): Promise<void> {
  const productIds = [...new Set(planned.map(({ packList }) => packList.productId))];
  await recordAtEnd(
    w,
    [
      {
        action: 'order.received',
        subjectIds: [...new Set(planned.map(({ packList }) => packList.orderId))],
        details: {
          facts: {
            receipts: planned.length,
            units: Number(planned.reduce((sum, { units }) => sum + units, 0n)),
            surplus: Number(planned.reduce((sum, { arrival }) => sum + arrival.surplus, 0n)),
          },
          trace: { operationId },
        },
      },
    ],
    changed('stock', productIds),
  );
}

function answer(
  { orders }: Expectations,
  planned: readonly Planned[],
  operationId: string | null,
): ResponseOf<typeof spec> {
  const found = ({ arrival }: Planned) => Number(arrival.found.reduce((sum, { units }) => sum + units, 0n));
  const sum = (of: (each: Planned) => number) => planned.reduce((all, each) => all + of(each), 0);
  return {
    operationId,
    receipts: planned.length,
    units: sum(({ units }) => Number(units)),
    surplus: sum(({ arrival }) => Number(arrival.surplus)),
    found: sum(found),
    rows: planned.map((each) => ({
      orderId: each.packList.orderId,
      orderNumber: orders.get(each.packList.orderId)?.number ?? '',
      packListId: each.isMade && operationId === null ? null : each.packList.id,
      sku: orders.get(each.packList.orderId)?.sku ?? '',
      day: each.day,
      place: each.place,
      quantity: Number(each.units),
      surplus: Number(each.arrival.surplus),
      found: found(each),
      missing: Number(each.packList.missing),
    })),
  };
}
