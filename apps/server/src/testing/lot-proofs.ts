import { getProductCostHistory } from '@quayside/contracts/costs/cost-reports';
import { type Explain, explainProduct } from '@quayside/contracts/costs/costs';
import { getLotTakingTotals, listLotTakings, type LotTaking } from '@quayside/contracts/stock/lot-takings';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { getStockMethod } from '@quayside/contracts/stock/stock-method';
import { costBetween } from '@quayside/domain/stock/value';
import type { TestApp, TestPerson } from './app.ts';

/** A lot as an explanation shows it. */
interface ShownLot {
  readonly id: string;
  readonly units: number;
  readonly landed: string | null;
  readonly unknownCost?: 'NO_RATE' | 'COUNT' | null;
  readonly stock: Explain['otherLots'][number]['stock'];
}

const CURRENCY = 'GBP';
const minor = (text: string): bigint => {
  const parsed = parseAmount(text, CURRENCY);
  if (!parsed.ok) throw new RangeError(text);
  return parsed.value;
};
const sumOf = (amounts: readonly (string | null)[]): string =>
  formatAmount(
    amounts.reduce((sum, text) => sum + minor(text ?? '0.00'), 0n),
    CURRENCY,
  );

/** The lots of an explanation of which something has arrived. */
export const shownLots = ({ layers, otherLots }: Explain): ShownLot[] => [
  ...layers.flatMap(({ packLists }) => packLists.flatMap(({ stock, ...lot }) => (stock ? [{ ...lot, stock }] : []))),
  ...otherLots,
];

/** Everything that a lot gave, from all pages. */
export async function allTakings(
  t: TestApp,
  who: TestPerson,
  lotId: string,
  { size = 3, asKnownOn }: { readonly size?: number; readonly asKnownOn?: string | undefined } = {},
): Promise<LotTaking[]> {
  const all: LotTaking[] = [];
  for (let page = 0; ; page += 1) {
    const answer = await t.ok(who, listLotTakings, {
      params: { id: lotId },
      query: { page: `${page}`, size: `${size}`, ...(asKnownOn !== undefined && { asKnownOn }) },
    });
    all.push(...answer.content);
    if (answer.last) return all;
  }
}

/**
 * What explanations of products show of their lots and of what these gave, now or as known on a day. What a count found
 * is left out, and which part of the cost of a lot joined it: of an earlier day these are not kept.
 */
export async function knownLots(
  t: TestApp,
  { maya, orders }: { readonly maya: TestPerson; readonly orders: readonly { readonly productId: string }[] },
  asKnownOn?: string,
): Promise<unknown> {
  const productIds = [...new Set(orders.map(({ productId }) => productId))];
  return Promise.all(
    productIds.map(async (id) => {
      const query = { ...(asKnownOn !== undefined && { asKnownOn }) };
      const explain = await t.ok(maya, explainProduct, { params: { id }, query });
      const counts = explain.otherLots.flatMap((lot) => (lot.kind === 'COUNT' ? lot.id : []));
      const lots = shownLots(explain).filter((lot) => !counts.includes(lot.id));
      const { waiting, valuedBy, landed, replays } = explain;
      return {
        ...{ waiting, landed, replays },
        // Without stock nothing says by which method it was valued.
        ...(lots.length > 0 && { valuedBy }),
        lots: await Promise.all(
          lots.map(async (lot) => ({
            ...{ id: lot.id, units: lot.units },
            // What was booked so far on a lot without an exchange rate is not what it costs.
            landed: lot.unknownCost === 'NO_RATE' ? null : sumOf([lot.landed, lot.stock.joined]),
            stock: { ...lot.stock, joined: '' },
            takings: await allTakings(t, maya, lot.id, { asKnownOn }),
          })),
        ),
      };
    }),
  );
}

/**
 * Recomputes what an explanation shows of the lots of a product, as a reader would: each taking from its positions, the
 * sums of takings, and the sum of what is gone, on hand and not arrived. Returns what differs.
 */
export async function lotDiscrepancies(t: TestApp, who: TestPerson, productId: string): Promise<string[]> {
  const explain = await t.ok(who, explainProduct, { params: { id: productId }, query: {} });
  const isFollowed = (await t.ok(who, getStockMethod)).change?.endedAt !== null;
  const wrong = explain.replays ? [] : ['the explanation does not replay'];
  const isOfLots = explain.valuedBy === 'FIFO' && isFollowed;
  for (const lot of shownLots(explain)) wrong.push(...(await wrongOf(t, who, lot, isOfLots)));
  return [...wrong, ...(isOfLots ? await wrongSplits(t, who, productId) : [])];
}

/**
 * What the page of the lots of a product says, beside the stock on the same page: first in, first out the lots add up
 * to it, whether others of their orders have arrived or not. Units of unknown cost are named with their reason.
 */
export async function inventoryDiscrepancies(t: TestApp, who: TestPerson, productId: string): Promise<string[]> {
  const params = { productId };
  const { content, stock, method } = await t.ok(who, getProductInventory, { params, query: { size: '100' } });
  const isFollowed = (await t.ok(who, getStockMethod)).change?.endedAt !== null;
  const wrong = content.flatMap(({ id, cost, unknownCost }) =>
    (cost === null) === (unknownCost !== null) ? [] : [`${id} costs ${cost}, ${unknownCost}`],
  );
  const unknown = content.reduce((sum, lot) => sum + (lot.unknownCost === null ? 0 : lot.onHand), 0);
  if (unknown !== stock.unknown) wrong.push(`${stock.unknown} units of unknown cost for ${unknown}`);
  const value = sumOf(content.map((lot) => lot.value));
  if (method === 'FIFO' && isFollowed && value !== stock.value) wrong.push(`${stock.value} for lots of ${value}`);
  return wrong;
}

/** Orders whose parts in the history of costs do not add up to what they cost. */
async function wrongSplits(t: TestApp, who: TestPerson, productId: string): Promise<string[]> {
  const { content } = await t.ok(who, getProductCostHistory, { params: { productId }, query: { split: 'true' } });
  return content
    .flatMap(({ deliveries }) => deliveries)
    .flatMap(({ order, units, landed, split }) => {
      if (!split) return [`${order.number} is not split`];
      const { gone, onHand, notArrived, unknownCost } = split;
      if (unknownCost !== null) return [];
      const isRight =
        units === gone.units + onHand.units + notArrived.units &&
        landed === sumOf([...gone.byMonth.map(({ amount }) => amount), onHand.amount, notArrived.amount]) &&
        gone.amount === sumOf(gone.byMonth.map(({ amount }) => amount)) &&
        gone.units === gone.byMonth.reduce((sum, month) => sum + month.units, 0);
      return isRight ? [] : [`the parts of ${order.number}: ${JSON.stringify(split)} for ${landed}`];
    });
}

/** `isOfLots`: takings cost what their places in the lot say. */
async function wrongOf(
  t: TestApp,
  who: TestPerson,
  { id, units, landed, unknownCost, stock }: ShownLot,
  isOfLots: boolean,
): Promise<string[]> {
  const takings = await allTakings(t, who, id);
  const totals = await t.ok(who, getLotTakingTotals, { params: { id }, query: {} });
  const isUnrated = unknownCost === 'NO_RATE';
  const wrong: string[] = [];
  const same = (what: string, expected: unknown, found: unknown) => {
    if (expected !== found) wrong.push(`${what} of ${id}: ${found} instead of ${expected}`);
  };
  const taken = takings.reduce((sum, taking) => sum + taking.units, 0);
  same('units taken', taken, stock.gone);
  same('units', units, stock.gone + stock.onHand + stock.notArrived);
  same('units of all months', taken, totals.units);
  same('takings', takings.length, totals.takings);
  for (const month of totals.byMonth) {
    const own = takings.filter(({ day }) => day.startsWith(month.month));
    same(
      `units of ${month.month}`,
      own.reduce((sum, taking) => sum + taking.units, 0),
      month.units,
    );
    if (landed !== null && !isUnrated && isOfLots)
      same(`cost of ${month.month}`, sumOf(own.map(({ cost }) => cost)), month.cost);
  }
  if (landed === null || isUnrated)
    return [...wrong, ...takings.flatMap(({ cost }) => (cost === null ? [] : `a cost of ${id}`))];
  if (!isOfLots) return wrong;
  const total = minor(landed) + minor(stock.joined);
  for (const { from, to, cost } of takings) {
    const lot = { units: BigInt(units), landedMinor: total, factoryMinor: 0n };
    same(
      `units ${from} to ${to}`,
      formatAmount(costBetween(lot, BigInt(from), BigInt(to)).landedMinor, CURRENCY),
      cost,
    );
  }
  same('cost of takings', sumOf(takings.map(({ cost }) => cost)), stock.goneCost);
  same(
    'cost',
    sumOf([...takings.map(({ cost }) => cost), stock.onHandCost, stock.notArrivedCost]),
    formatAmount(total, CURRENCY),
  );
  return wrong;
}
