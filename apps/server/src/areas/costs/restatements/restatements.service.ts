import { say } from '@quayside/contracts/texts/catalogue';
import type { listRestatements, Restatement, restatementTotals } from '@quayside/contracts/costs/cost-reports';
import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import { envelope, pageWindow } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import type { GoneRow } from './gone-units.views.ts';
import { knownBy } from '../rows/known.views.ts';
import {
  type Between,
  type CauseRow,
  causesOf,
  goneByMonth,
  goneOf,
  movedByMonth,
  recordersOf,
  restatedByInvoice,
  restatedByMonth,
  restatedPage,
  type RestatedRow,
} from './restatements.views.ts';

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The two days, and the instants at which they end. If the request names no days, the first day is the last day of the
 * previous month.
 */
export function betweenDays(w: Work, query: Days): { from: string; to: string; between: Between } {
  const to = query.to ?? todayIn(w.now.getTime(), w.scope.timeZone);
  const from = query.from ?? addDays(`${to.slice(0, 7)}-01`, -1);
  if (from > to) throw fieldError('from', say('costs.days_reversed'));
  return { from, to, between: { from: knownBy(w, from) ?? w.now, to: knownBy(w, to) ?? w.now } };
}

/**
 * Lists the orders, and the costs of products without an order, that were known at the end of the first day and had a
 * different cost at the end of the second.
 */
export async function restatements(w: Work, query: QueryOut<typeof listRestatements>): Promise<Page<Restatement>> {
  const window = pageWindow(query);
  const { between } = betweenDays(w, query);
  const { rows, count } = await restatedPage(w, between, query, window);
  const causes = await causesOf(w, between, rows);
  const recorders = await recordersOf(w, causes);
  const described = causes.map((row, i) => ({ row, cause: toCause(row, recorders[i] ?? null, w.scope.currency) }));
  const keyOf = (r: { place_id: string; product_id: string }) => `${r.place_id} ${r.product_id}`;
  const gone = Map.groupBy(await goneOf(w, between, rows), keyOf);
  const byRow = Map.groupBy(described, ({ row }) => keyOf(row));
  return envelope(
    rows.map((r) =>
      toRestatement(
        r,
        (byRow.get(keyOf(r)) ?? []).map(({ cause }) => cause),
        gone.get(keyOf(r)) ?? [],
        w.scope.currency,
      ),
    ),
    count,
    window,
  );
}

function toCause(
  r: CauseRow,
  recordedBy: { id: string; name: string } | null,
  currency: string,
): Restatement['causes'][number] {
  return {
    invoice: { id: r.invoice_id, number: r.invoice_number, supplierName: r.company_name, date: r.date },
    costTypes: r.types,
    change: formatAmount(r.change, currency),
    recordedAt: r.recorded_at.toISOString(),
    recordedBy,
  };
}

/** What of a change fell on units that are gone, by month, and what is left of it. Both add up to the change. */
function goneAndLeft(
  byMonth: readonly { readonly month: string; readonly change: bigint }[],
  change: bigint,
  currency: string,
): Pick<Restatement, 'gone' | 'left'> {
  const gone = byMonth.reduce((sum, each) => sum + each.change, 0n);
  return {
    gone: {
      change: formatAmount(gone, currency),
      byMonth: byMonth.map((each) => ({ month: each.month, change: formatAmount(each.change, currency) })),
    },
    left: formatAmount(change - gone, currency),
  };
}

function toRestatement(
  r: RestatedRow,
  causes: Restatement['causes'],
  gone: readonly GoneRow[],
  currency: string,
): Restatement {
  const after = r.before + r.change;
  const perUnit = (minor: bigint, units: bigint) => (units === 0n ? null : unitCost(minor, units * MICRO, currency));
  return {
    order: r.order_ref,
    product: { id: r.product_id, sku: r.sku, name: r.product_name },
    date: r.date,
    month: r.date?.slice(0, 7) ?? null,
    unitsBefore: Number(r.units_before),
    unitsAfter: Number(r.units_after),
    before: formatAmount(r.before, currency),
    after: formatAmount(after, currency),
    change: formatAmount(r.change, currency),
    perUnitBefore: perUnit(r.before, r.units_before),
    perUnitAfter: perUnit(after, r.units_after),
    ...goneAndLeft(gone, r.change, currency),
    causes,
  };
}

/** The number of orders with changed costs that match the query, and the sums of the changes. */
export async function sumRestatements(
  w: Work,
  query: QueryOut<typeof restatementTotals>,
): Promise<ResponseOf<typeof restatementTotals>> {
  const { from, to, between } = betweenDays(w, query);
  const sums = await restatedByMonth(w, between, query);
  const all = sums.find((s) => s.is_all);
  const money = (minor: bigint) => formatAmount(minor, w.scope.currency);
  const gone = await goneByMonth(w, between, query);
  const moved = await movedByMonth(w, between, from, query);
  const [before, change] = [BigInt(all?.before ?? 0), BigInt(all?.change ?? 0)];
  return {
    from,
    to,
    count: Number(all?.orders ?? 0n),
    products: Number(all?.products ?? 0n),
    before: money(before),
    after: money(before + change),
    change: money(change),
    byMonth: sums
      .filter((s) => !s.is_all)
      .map((s) => ({ month: s.month, orders: Number(s.orders), change: money(BigInt(s.change)) })),
    ...goneAndLeft(gone, change, w.scope.currency),
    moved: {
      change: money(moved.reduce((sum, each) => sum + each.change, 0n)),
      byMonth: moved.map((each) => ({ month: each.month, change: money(each.change) })),
    },
    byInvoice: (await restatedByInvoice(w, between, query)).map((s) => ({
      invoice: { id: s.invoice_id, number: s.invoice_number, supplierName: s.company_name, date: s.date },
      orders: Number(s.orders),
      change: money(BigInt(s.change)),
    })),
  };
}
