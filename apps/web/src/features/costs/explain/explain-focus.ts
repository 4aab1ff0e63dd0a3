import type { Explain, ExplainEntry } from '@quayside/contracts/costs/costs';
import type { OrderRef } from '@quayside/contracts/order-ref';
import type { CostCategory } from '@quayside/domain/lists';
import { formatAmount, MICRO, minorOfText, unitCost } from '@quayside/domain/money/money';

/** The part of a unit cost that is explained: one order or one cost category. */
export type ExplainFocus = { readonly order: string } | { readonly category: CostCategory };
type Order = Explain['layers'][number];

/** An order of the explanation, as `orderName` names it. */
export const refOfLayer = ({ id, number, invoice, linePosition }: Omit<Order, 'entries' | 'history'>): OrderRef => ({
  id,
  number,
  invoiceNumber: invoice.number,
  linePosition,
});

/** The part of an explanation that is shown, with the total and the breakdown of this part. */
export interface FocusedTree {
  /** The order to which the explanation is limited; undefined when it covers all orders. */
  readonly order: Order | undefined;
  readonly category: CostCategory | undefined;
  readonly total: string;
  readonly units: number;
  readonly perUnit: string | null;
  readonly byCategory: Readonly<Record<string, string>>;
  readonly layers: readonly Order[];
  readonly layerless: Explain['layerless'];
  readonly entries: number;
  readonly documents: number;
}

const NOTHING: Explain['layerless'] = { amount: '0', entries: [], history: [] };

/**
 * Limits an explanation to one order or category. If that order or category no longer exists, the whole explanation is
 * returned.
 */
export function focusOn(explain: Explain, focus: ExplainFocus | undefined): FocusedTree {
  if (focus && 'order' in focus) {
    const order = explain.layers.find(({ id }) => id === focus.order);
    if (order)
      return counted({
        ...whole(explain),
        order,
        total: order.landed,
        units: order.units,
        perUnit: order.perUnit,
        byCategory: sums(order.entries, explain.currency),
        layers: [order],
        layerless: NOTHING,
      });
  }
  if (focus && 'category' in focus) {
    const part = explain.byCategory.find(({ costType }) => costType === focus.category);
    if (part)
      return counted({
        ...whole(explain),
        ...onlyCategory(explain, focus.category),
        total: part.amount,
        perUnit: part.perUnit,
      });
  }
  return counted(whole(explain));
}

type Uncounted = Omit<FocusedTree, 'entries' | 'documents'>;
const whole = (explain: Explain): Uncounted => ({
  order: undefined,
  category: undefined,
  total: explain.landed,
  units: explain.units,
  perUnit: explain.landedPerUnit,
  byCategory: Object.fromEntries(explain.byCategory.map(({ costType, amount }) => [costType, amount])),
  layers: explain.layers,
  layerless: explain.layerless,
});

function counted(tree: Uncounted): FocusedTree {
  const entries = [...tree.layers.flatMap((order) => order.entries), ...tree.layerless.entries];
  return { ...tree, entries: entries.length, documents: new Set(entries.map(({ invoice }) => invoice.id)).size };
}

function onlyCategory(
  { layers, layerless, currency }: Explain,
  category: CostCategory,
): Pick<Uncounted, 'category' | 'byCategory' | 'layers' | 'layerless'> {
  const own = <R extends { readonly costType: CostCategory }>(rows: readonly R[]): R[] =>
    rows.filter(({ costType }) => costType === category);
  const total = (entries: readonly ExplainEntry[]) => sums(entries, currency)[category] ?? formatAmount(0n, currency);
  return {
    category,
    byCategory: {},
    layers: layers.flatMap((order) => {
      const entries = own(order.entries);
      if (entries.length === 0) return [];
      const landed = total(entries);
      return [
        {
          ...order,
          entries,
          landed,
          perUnit: order.units > 0 ? unitCost(minor(landed, currency), BigInt(order.units) * MICRO, currency) : null,
          history: own(order.history),
        },
      ];
    }),
    layerless: {
      amount: total(own(layerless.entries)),
      entries: own(layerless.entries),
      history: own(layerless.history),
    },
  };
}

/** The sum per category, without excluded entries. */
function sums(entries: readonly ExplainEntry[], currency: string): Record<string, string> {
  const byCategory = new Map<string, bigint>();
  for (const { costType, amount, isExcluded } of entries)
    if (!isExcluded) byCategory.set(costType, (byCategory.get(costType) ?? 0n) + minor(amount, currency));
  return Object.fromEntries([...byCategory].map(([costType, sum]) => [costType, formatAmount(sum, currency)]));
}

function minor(text: string, currency: string): bigint {
  return minorOfText(text, currency) ?? 0n;
}

/** The percentage change, to one decimal place; undefined when a figure is missing or `before` is not above zero. */
export function changePercent(before: string | null, after: string | null): string | undefined {
  if (before === null || after === null) return undefined;
  const decimals = Math.max(decimalsOf(before), decimalsOf(after));
  const [from, to] = [scaled(before, decimals), scaled(after, decimals)];
  if (from <= 0n) return undefined;
  const tenths = ((to - from) * 2000n + (to >= from ? from : -from)) / (2n * from);
  const digits = (tenths < 0n ? -tenths : tenths).toString().padStart(2, '0');
  return `${tenths < 0n ? '-' : ''}${digits.slice(0, -1)}.${digits.slice(-1)}`;
}
const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;
const scaled = (text: string, decimals: number) =>
  BigInt(text.replace('.', '') + '0'.repeat(decimals - decimalsOf(text)));

/**
 * The newest two orders with a unit cost, and the change between them; undefined when there are fewer than two or the
 * change cannot be computed.
 */
export function latestMove(layers: readonly Order[]): { newest: Order; previous: Order; percent: string } | undefined {
  const [newest, previous] = [...layers]
    .filter(({ perUnit }) => perUnit !== null)
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
  const percent = newest && previous && changePercent(previous.perUnit, newest.perUnit);
  return percent === undefined || !newest || !previous ? undefined : { newest, previous, percent };
}
