import type { BodyOut, QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type {
  createOpeningStock as createSpec,
  listOpeningStock as listSpec,
  OpeningStock,
  openingStockTotals as totalsSpec,
} from '@quayside/contracts/stock/opening-stock';
import type { Page } from '@quayside/contracts/paging';
import { reverseReceipt } from '@quayside/contracts/stock/receipts';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import { ruleText } from '@quayside/domain/refusal';
import { openingCost } from '@quayside/domain/stock/opening';
import type { Place } from '@quayside/domain/stock/places';
import { envelope } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { fieldError } from '../../../http/errors.ts';
import { mayCall } from '../../../http/may.ts';
import { personNames } from '../../accounts/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { productsByIds } from '../../products/public.ts';
import { createOperation } from '../../undo/public.ts';
import { readLots, saveLots } from '../rows/lots.queries.ts';
import { listOpeningHeads, type OpeningHead, sumOpening } from './opening-stock.views.ts';
import { insertReceipts, markReversed, type ReceiptRow } from '../rows/receipts.queries.ts';
import { refuseBundles } from '../movements/no-bundles.service.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';

/** The kind of the operations that record opening stock. */
export const OPENING_OPERATION = 'stock.opening';

/** Units from before, with what they cost in minor units of the account currency. */
export interface OpeningRow {
  readonly id: string;
  readonly productId: string;
  readonly units: bigint;
  readonly costMinor: bigint;
  readonly day: string;
  readonly place: Place;
}

/** By what a row of opening stock is known again. */
export const keyOfOpening = (row: Pick<ReceiptRow, 'productId' | 'day' | 'place'>): string =>
  `${row.productId} ${row.day} ${row.place}`;

/** Records opening stock as a person typed it, all rows or none. */
export async function createOpeningStock(
  w: Work,
  { rows }: BodyOut<typeof createSpec>,
): Promise<ResponseOf<typeof createSpec>> {
  await lockCosts(w);
  const products = await productsByIds(
    w,
    rows.map(({ productId }) => productId),
  );
  await refuseBundles(
    w,
    rows.map(({ productId }) => productId),
    (i) => `rows.${i}.productId`,
  );
  const today = todayOf(w);
  const opening = rows.map((row, i): OpeningRow => {
    if (!products.has(row.productId)) throw fieldError(`rows.${i}.productId`, say('choose.product'));
    if (row.day > today) throw fieldError(`rows.${i}.day`, ruleText('stock.future'));
    const units = BigInt(row.quantity);
    const cost = openingCost(units, row.unitCost, w.scope.currency);
    if (!cost.ok) throw fieldError(`rows.${i}.unitCost`, cost.message);
    return { id: w.newId(), productId: row.productId, units, costMinor: cost.value, day: row.day, place: row.place };
  });
  const operationId = await createOperation(w, OPENING_OPERATION, {});
  await storeOpening(w, opening, operationId);
  return { operationId, ids: opening.map(({ id }) => id) };
}

/**
 * Stores opening stock: each row is a lot without an order, all of which was received on its day. A row that replaces
 * receipts of its product, day and place keeps their lot with its place in the line; what was taken from it follows.
 * These receipts stay, as reversed, in stock as it was known before.
 */
export async function storeOpening(
  w: Work,
  rows: readonly OpeningRow[],
  operationId: string,
  replaced: readonly ReceiptRow[] = [],
): Promise<void> {
  if (replaced.length > 0) {
    await markReversed(
      w,
      replaced.map(({ id }) => id),
    );
    // A lot changes its units and its cost while nothing of it is there.
    await replayStock(w, firstDays(replaced), replaced);
  }
  const lotOf = new Map(replaced.map((receipt) => [keyOfOpening(receipt), receipt.lotId]));
  const known = await readLots(w, 'id', [...lotOf.values()]);
  const lots = rows.map((row) => ({ ...row, lotId: lotOf.get(keyOfOpening(row)) ?? w.newId() }));
  await saveLots(
    w,
    lots.map(({ lotId, productId, units, costMinor }) => ({
      before: known.get(lotId),
      after: {
        id: lotId,
        productId,
        kind: 'OPENING',
        orderId: null,
        number: 0n,
        firstDay: null,
        units,
        landedMinor: costMinor + (known.get(lotId)?.joinedMinor ?? 0n),
        factoryMinor: costMinor,
        joinedMinor: known.get(lotId)?.joinedMinor ?? 0n,
        received: 0n,
        taken: 0n,
      },
    })),
    () => false,
  );
  await insertReceipts(
    w,
    lots.map(({ id, lotId, productId, units, day, place }) => ({
      id,
      lotId,
      orderId: null,
      productId,
      planId: null,
      day,
      place,
      units,
      found: 0n,
      foundShort: 0n,
      surplus: 0n,
      surplusReason: null,
      operationId,
    })),
  );
  await replayStock(w, firstDays(rows));
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  await record(
    w,
    {
      action: 'product.opening-recorded',
      subjectIds: productIds,
      details: {
        facts: { lots: rows.length, units: Number(rows.reduce((sum, { units }) => sum + units, 0n)) },
        trace: { operationId },
      },
    },
    changed('stock', productIds),
  );
}

/** One page of opening stock that holds, newest first. */
export async function listOpeningStock(w: Work, q: QueryOut<typeof listSpec>): Promise<Page<OpeningStock>> {
  const { rows, count, window } = await listOpeningHeads(w, q);
  const people = await personNames(
    w,
    rows.map(({ createdBy }) => createdBy),
  );
  return envelope(
    rows.map((row) => toOpening(w, row, people)),
    count,
    window,
  );
}

function toOpening(w: Work, row: OpeningHead, people: ReadonlyMap<string, string>): OpeningStock {
  const { currency } = w.scope;
  return {
    id: row.id,
    lotId: row.lotId,
    productId: row.productId,
    sku: row.sku,
    productName: row.productName,
    day: row.day,
    place: row.place,
    quantity: Number(row.units),
    unitCost: unitCost(row.costMinor, row.units * MICRO, currency),
    cost: formatAmount(row.costMinor, currency),
    onHand: Number(row.onHand),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy === null ? null : (people.get(row.createdBy) ?? null),
    // Whether its units were used is only known when somebody tries, as for every receipt.
    can: { reverse: mayCall(reverseReceipt, w.scope) },
  };
}

/** The exact number, the units and the cost of opening stock that matches a filter. */
export async function openingStockTotals(
  w: Work,
  q: QueryOut<typeof totalsSpec>,
): Promise<ResponseOf<typeof totalsSpec>> {
  const sums = await sumOpening(w, q);
  return {
    count: Number(sums.count),
    quantity: Number(sums.units),
    cost: formatAmount(sums.costMinor, w.scope.currency),
    onHand: Number(sums.onHand),
  };
}
