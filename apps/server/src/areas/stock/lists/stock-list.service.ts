import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import type { getStockTotals as totalsSpec, listStock as listSpec, StockRow } from '@quayside/contracts/stock/stock';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import { ruleText } from '@quayside/domain/refusal';
import { envelope } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import type { StockFigures } from './stock-at.views.ts';
import { isNow, listStockHeads, sumStock } from './stock-list.views.ts';

type Figures = Omit<StockFigures, 'account_id' | 'product_id'>;

/** One page of the stock of products, now or at the end of a day. */
export async function listStock(w: Work, q: QueryOut<typeof listSpec>): Promise<Page<StockRow>> {
  checkStockQuery(w, q);
  const { rows, count, window } = await listStockHeads(w, q);
  return envelope(
    rows.map((row) => ({
      productId: row.productId,
      sku: row.sku,
      name: row.name,
      picture: row.picture?.slice(0, 16) ?? null,
      ...stockFigures(row, w.scope.currency),
      valuePerUnit: valuePerUnit(row, w.scope.currency),
    })),
    count,
    window,
  );
}

/** What the filtered stock adds up to, now or at the end of a day. */
export async function getStockTotals(w: Work, q: QueryOut<typeof totalsSpec>): Promise<ResponseOf<typeof totalsSpec>> {
  checkStockQuery(w, q);
  const sums = await sumStock(w, q);
  const onTheWay = isNow(q) ? 0n : null;
  return {
    count: Number(sums?.count ?? 0n),
    ...stockFigures(
      {
        ...(sums ?? NOTHING),
        on_order: sums?.on_order ?? onTheWay,
        packed: sums?.packed ?? onTheWay,
        in_transit: sums?.in_transit ?? onTheWay,
        missing: sums?.missing ?? onTheWay,
      },
      w.scope.currency,
    ),
  };
}
/** The stock of a product that never had any. */
export const NOTHING: Figures = {
  on_order: 0n,
  packed: 0n,
  in_transit: 0n,
  missing: 0n,
  on_hand: 0n,
  unknown: 0n,
  waits: 0n,
  landed_minor: '0',
  factory_minor: '0',
};

/** Refuses a day that has not come. */
export function checkStockQuery(
  w: Work,
  { on, asKnownOn }: Pick<QueryOut<typeof totalsSpec>, 'on' | 'asKnownOn'>,
): void {
  for (const [field, day] of Object.entries({ on, asKnownOn }))
    if (day !== undefined && day > todayOf(w)) throw fieldError(field, ruleText('stock.future'));
}

/** Formats the figures of stock. */
export const stockFigures = (row: Figures, currency: string) => ({
  onOrder: orNull(row.on_order),
  packed: orNull(row.packed),
  inTransit: orNull(row.in_transit),
  missing: orNull(row.missing),
  onHand: Number(row.on_hand),
  waiting: Number(row.waits),
  unknown: Number(row.unknown),
  value: formatAmount(BigInt(row.landed_minor), currency),
  factoryValue: formatAmount(BigInt(row.factory_minor), currency),
});
const orNull = (units: bigint | null): number | null => (units === null ? null : Number(units));

/** What a unit on hand is worth on average, of those whose cost is known. */
export function valuePerUnit(row: Figures, currency: string): string | null {
  const known = row.on_hand - row.unknown;
  return known > 0n ? unitCost(BigInt(row.landed_minor), known * MICRO, currency) : null;
}
