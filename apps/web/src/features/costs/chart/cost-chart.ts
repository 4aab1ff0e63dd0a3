import type { CostHistoryPoint } from '@quayside/contracts/costs/cost-reports';
import type { Explain, ExplainEntry } from '@quayside/contracts/costs/costs';
import type { OrderRef } from '@quayside/contracts/order-ref';
import type { CostCategory } from '@quayside/domain/lists';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import dayjs from 'dayjs';

export type ChartMode = 'delivery' | 'average';
/** The days that the chart shows: the last few months, all days, or days that somebody has chosen (`own`). */
export type ChartRange =
  | { readonly kind: 'months'; readonly months: 3 | 6 | 12 }
  | { readonly kind: 'all' }
  | { readonly kind: 'own'; readonly from: string; readonly to: string };

/** An invoice that contributed to a step's unit cost, and how much it added. */
interface StepCause {
  readonly id: string;
  readonly number: string;
  readonly supplierName: string | null;
  readonly costTypes: readonly CostCategory[];
  readonly amount: string;
}
/** A step of the chart: the unit cost that applies from a certain day. */
export interface CostStep {
  readonly key: string;
  readonly day: string;
  readonly perUnit: string;
  readonly units: number;
  /** The delivered order; undefined when the chart shows the average. */
  readonly order: OrderRef | undefined;
  /** The invoice that a click on the step opens. */
  readonly invoice: { readonly id: string; readonly number: string };
  readonly causes: readonly StepCause[];
}

/**
 * One step per order, at the unit cost of that order alone. The invoices of each order are taken from the explanation.
 */
export function deliverySteps(
  points: readonly CostHistoryPoint[],
  { layers, currency }: Pick<Explain, 'layers' | 'currency'>,
): CostStep[] {
  const entriesOf = new Map(layers.map((order) => [order.id, order.entries]));
  return points.flatMap((point) =>
    point.deliveries.flatMap(({ order, invoice, units, perUnit }) =>
      perUnit === null
        ? []
        : [
            {
              key: order.id,
              day: point.date,
              perUnit,
              units,
              order,
              invoice,
              causes: causesOf(entriesOf.get(order.id) ?? [], currency),
            },
          ],
    ),
  );
}

/** One step for each day on which an invoice changed the average. */
export function averageSteps(points: readonly CostHistoryPoint[]): CostStep[] {
  return points.flatMap(({ date, perUnit, units, causes }) => {
    const [first] = causes;
    if (perUnit === null || !first) return [];
    const rows = causes.map(({ invoice, costTypes, amount }) => ({ ...invoice, costTypes, amount }));
    return [{ key: date, day: date, perUnit, units, order: undefined, invoice: first.invoice, causes: rows }];
  });
}

/** How much each invoice added to the cost of an order, largest amount first. */
function causesOf(entries: readonly ExplainEntry[], currency: string): StepCause[] {
  const byInvoice = new Map<string, { invoice: ExplainEntry['invoice']; costTypes: Set<CostCategory>; sum: bigint }>();
  for (const { invoice, costType, amount, isExcluded } of entries) {
    const minor = minorOfText(amount, currency);
    if (isExcluded || minor === undefined) continue;
    const so = byInvoice.get(invoice.id) ?? { invoice, costTypes: new Set(), sum: 0n };
    byInvoice.set(invoice.id, { invoice, costTypes: so.costTypes.add(costType), sum: so.sum + minor });
  }
  return [...byInvoice.values()]
    .sort((a, b) => (a.sum === b.sum ? 0 : a.sum < b.sum ? 1 : -1))
    .map(({ invoice: { id, number, supplierName }, costTypes, sum }) => ({
      id,
      number,
      supplierName,
      costTypes: [...costTypes],
      amount: formatAmount(sum, currency),
    }));
}

/**
 * The first and the last day of a range. The range "all" begins with the first step. No range ends after
 * the day `last`; a range of chosen days ("own") may end before.
 */
export function rangeDays(range: ChartRange, last: string, first: string | undefined): { from: string; to: string } {
  if (range.kind === 'own') return ownDays(range.from <= range.to ? range : { from: range.to, to: range.from }, last);
  const from =
    range.kind === 'months' ? dayjs(last).subtract(range.months, 'month').format('YYYY-MM-DD') : (first ?? last);
  return { from: from < last ? from : dayjs(last).subtract(1, 'month').format('YYYY-MM-DD'), to: last };
}

/** Chosen days without those after `last`, of which nothing is known. */
const ownDays = ({ from, to }: { from: string; to: string }, last: string): { from: string; to: string } => ({
  from,
  to: from < last && to > last ? last : to,
});

/**
 * The steps in a range, and the last step before the range, which has the value at its beginning. Expects steps sorted
 * by day.
 */
export function stepsIn(
  steps: readonly CostStep[],
  { from, to }: { from: string; to: string },
): { steps: CostStep[]; before: CostStep | undefined } {
  return {
    steps: steps.filter(({ day }) => day >= from && day <= to),
    before: steps.findLast(({ day }) => day < from),
  };
}
