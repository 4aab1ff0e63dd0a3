import type { CostHistoryPoint } from '@quayside/contracts/cost-reports';
import type { Explain, ExplainEntry } from '@quayside/contracts/costs';
import type { CostCategory } from '@quayside/domain/lists';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import dayjs from 'dayjs';

export type ChartMode = 'delivery' | 'average';
/** How far back the chart goes. */
export type ChartRange =
  | { readonly kind: 'months'; readonly months: 3 | 6 | 12 }
  | { readonly kind: 'all' }
  | { readonly kind: 'own'; readonly from: string; readonly to: string };

/** An invoice behind a step, and what it added. */
export interface StepCause {
  readonly id: string;
  readonly number: string;
  readonly supplierName: string | null;
  readonly costTypes: readonly CostCategory[];
  readonly amount: string;
}
/** A day from which a unit cost as much. */
export interface CostStep {
  readonly key: string;
  readonly day: string;
  readonly perUnit: string;
  readonly units: number;
  /** The order that was delivered; undefined where the average is shown. */
  readonly order: string | undefined;
  /** What a press opens. */
  readonly invoice: { readonly id: string; readonly number: string };
  readonly causes: readonly StepCause[];
}

/** A step for every order: what a unit of it costs by itself. The invoices behind it come from the explanation. */
export function deliverySteps(
  points: readonly CostHistoryPoint[],
  { layers, currency }: Pick<Explain, 'layers' | 'currency'>,
): CostStep[] {
  const entriesOf = new Map(layers.map((layer) => [layer.id, layer.entries]));
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
              order: order.number,
              invoice,
              causes: causesOf(entriesOf.get(order.id) ?? [], currency),
            },
          ],
    ),
  );
}

/** A step for every day on which an invoice moved the average. */
export function averageSteps(points: readonly CostHistoryPoint[]): CostStep[] {
  return points.flatMap(({ date, perUnit, units, causes }) => {
    const [first] = causes;
    if (perUnit === null || !first) return [];
    const rows = causes.map(({ invoice, costTypes, amount }) => ({ ...invoice, costTypes, amount }));
    return [{ key: date, day: date, perUnit, units, order: undefined, invoice: first.invoice, causes: rows }];
  });
}

/** What each invoice put on an order, largest first. */
function causesOf(entries: readonly ExplainEntry[], currency: string): StepCause[] {
  const byInvoice = new Map<string, { invoice: ExplainEntry['invoice']; costTypes: Set<CostCategory>; sum: bigint }>();
  for (const { invoice, costType, amount, isExcluded } of entries) {
    const parsed = parseAmount(amount, currency);
    if (isExcluded || !parsed.ok) continue;
    const so = byInvoice.get(invoice.id) ?? { invoice, costTypes: new Set(), sum: 0n };
    byInvoice.set(invoice.id, { invoice, costTypes: so.costTypes.add(costType), sum: so.sum + parsed.value });
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

/** First and last day of a range; "all" begins with the first step, and every range ends no later than `last`. */
export function rangeDays(range: ChartRange, last: string, first: string | undefined): { from: string; to: string } {
  if (range.kind === 'own')
    return range.from <= range.to ? { from: range.from, to: range.to } : { from: range.to, to: range.from };
  const from =
    range.kind === 'months' ? dayjs(last).subtract(range.months, 'month').format('YYYY-MM-DD') : (first ?? last);
  return { from: from < last ? from : dayjs(last).subtract(1, 'month').format('YYYY-MM-DD'), to: last };
}

/** The steps of a range, and the one that held when it began. Steps are in the order of their days. */
export function stepsIn(
  steps: readonly CostStep[],
  { from, to }: { from: string; to: string },
): { steps: CostStep[]; before: CostStep | undefined } {
  return {
    steps: steps.filter(({ day }) => day >= from && day <= to),
    before: steps.findLast(({ day }) => day < from),
  };
}
