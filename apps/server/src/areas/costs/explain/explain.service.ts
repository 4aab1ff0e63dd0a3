import { say } from '@quayside/contracts/texts/catalogue';
import type { Explain, ExplainEntry } from '@quayside/contracts/costs/costs';
import { COST_CATEGORIES } from '@quayside/domain/lists';
import { decimalText, formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { notFound } from '../../../http/errors.ts';
import { bundleOf } from '../ledger/bundles.service.ts';
import { productTotals } from '../rows/totals.queries.ts';
import { replays, toEntry } from './explain.trace.ts';
import {
  documentsOf,
  type EntryRow,
  entriesOfProduct,
  type ExplainScope,
  type HistoryRow,
  historyOfProduct,
  ordersOfProduct,
  productNames,
} from './explain.views.ts';
import { knownBy } from '../rows/known.views.ts';
import { explainLotsKnown } from './explain-known-lots.service.ts';
import { explainLots } from './explain-lots.service.ts';
import { explainStock } from './explain-stock.service.ts';
import { planNumbers } from '../rows/pack-list-names.views.ts';
import { explainPaidRates } from './paid-rates.ts';

interface ExplainQuery {
  readonly asKnownOn?: string | undefined;
  readonly datedBy?: string | undefined;
}

/**
 * Explains the cost of a product down to the last cent: the product, its orders, their entries, the invoice lines, and
 * a proof that they add up. It can show the costs as known now, as known on a past day, for orders dated up to a day,
 * or with both limits. There is no stored history of the totals, differences and taxes of invoices, or of whether a
 * cost was provisional. An explanation of the past therefore omits the invoices and marks those costs as provisional
 * that are provisional now.
 */
export async function explainProduct(w: Work, productId: string, query: ExplainQuery): Promise<Explain> {
  const { currency } = w.scope;
  const product = (await productNames(w, [productId])).get(productId);
  if (!product) throw notFound(say('products.not_found'));
  const [asKnownOn, datedBy] = [query.asKnownOn ?? null, query.datedBy ?? null];
  const scope: ExplainScope = { productId, at: knownBy(w, asKnownOn), datedBy };
  const entries = await entriesOfProduct(w, scope);
  const orders = await ordersOfProduct(w, scope, [...new Set(entries.flatMap((e) => e.layer_id ?? []))]);
  const { stock, lots } =
    scope.at === null
      ? await lotsNow(w, productId, orders)
      : await explainLotsKnown(w, productId, scope.at, { orders, entries });
  const plans = await planNumbers(w, [
    ...new Set(entries.flatMap((e) => e.ratedPlans.flatMap(({ planId }) => planId ?? []))),
  ]);
  const historyIn = historyByOrder(await historyOfProduct(w, scope), currency);
  const money = (minor: bigint) => formatAmount(minor, currency);
  const perUnit = (minor: bigint, units: bigint) => (units === 0n ? null : unitCost(minor, units * MICRO, currency));
  const units = orders.reduce((s, l) => s + l.units, 0n);
  const landed = sumOf(entries);
  const layerless = entries.filter((e) => e.layer_id === null);
  const paidRates = asKnownOn === null ? await explainPaidRates(w, paidInvoices(entries)) : [];
  return {
    product: { id: productId, ...product },
    asKnownOn,
    datedBy,
    bundle: await bundleOf(w, productId, scope),
    currency,
    units: Number(units),
    factory: money(sumOf(entries, true)),
    inbound: money(sumOf(entries, false)),
    landed: money(landed),
    factoryPerUnit: perUnit(sumOf(entries, true), units),
    inboundPerUnit: perUnit(sumOf(entries, false), units),
    landedPerUnit: perUnit(landed, units),
    byCategory: COST_CATEGORIES.flatMap((costType) => {
      const rows = entries.filter((e) => e.cost_type === costType && !e.is_excluded);
      return rows.length === 0 ? [] : [{ costType, amount: money(sumOf(rows)), perUnit: perUnit(sumOf(rows), units) }];
    }),
    isProvisional: entries.some((e) => e.is_provisional && !e.is_excluded),
    layers: orders.map((l) => {
      const own = entries.filter((e) => e.layer_id === l.id);
      return {
        id: l.id,
        number: l.number,
        date: l.date,
        units: Number(l.units),
        invoice: { id: l.invoice_id, number: l.invoice_number },
        linePosition: l.position,
        factory: money(sumOf(own, true)),
        inbound: money(sumOf(own, false)),
        landed: money(sumOf(own)),
        perUnit: perUnit(sumOf(own), l.units),
        unitWeightGrams: l.weight_ug === null ? null : decimalText(l.weight_ug, 6),
        unitVolumeCm3: l.volume_mm3 === null ? null : decimalText(l.volume_mm3, 3),
        packLists: lots.get(l.id)?.packLists ?? [],
        unpacked: lots.get(l.id)?.unpacked ?? null,
        entries: own.map((e) => toEntry(e, l.units, currency, plans)),
        history: historyIn(l.id),
      };
    }),
    layerless: {
      amount: money(sumOf(layerless)),
      entries: layerless.map((e) => toEntry(e, undefined, currency, plans)),
      history: historyIn(null),
    },
    otherLots: stock.otherLots,
    waiting: stock.waiting,
    valuedBy: stock.valuedBy,
    documents: asKnownOn === null ? await documents(w, entries) : [],
    paidRates: paidRates.map(({ shown }) => shown),
    replays:
      entries.every((e) => replays(e, currency)) &&
      [...lots].every(([id, { landedMinor }]) => landedMinor === sumOf(entries.filter((e) => e.layer_id === id))) &&
      [...lots.values()].every((order) => order.isStored) &&
      paidRates.every(({ isReplayed }) => isReplayed) &&
      (asKnownOn !== null || datedBy !== null || (await isStored(w, productId, landed, units))),
  };
}

async function lotsNow(w: Work, productId: string, orders: readonly { readonly id: string }[]) {
  const stock = await explainStock(w, productId);
  const orderIds = orders.map(({ id }) => id);
  return { stock, lots: await explainLots(w, orderIds, stock) };
}

/** The invoices whose payments gave entries their rate; for a credit, the invoice whose line it credits. */
const paidInvoices = (entries: readonly EntryRow[]): string[] => [
  ...new Set(entries.flatMap((e) => (e.rate_source === 'payment' ? (e.credited_invoice_id ?? e.invoice_id) : []))),
];

/** The sum of the entries that count: of all of them, of the factory entries only, or of the other entries only. */
const sumOf = (rows: readonly EntryRow[], factory?: boolean): bigint =>
  rows.reduce(
    (s, r) =>
      r.is_excluded || (factory !== undefined && (r.cost_type === 'FACTORY_INVOICE') !== factory)
        ? s
        : s + r.account_minor,
    0n,
  );

/** Whether the explained sums equal the stored sums that lists show. */
async function isStored(w: Work, productId: string, landed: bigint, units: bigint): Promise<boolean> {
  const totals = (await productTotals(w, [productId])).get(productId);
  return (totals?.factoryMinor ?? 0n) + (totals?.inboundMinor ?? 0n) === landed && (totals?.units ?? 0n) === units;
}

function historyByOrder(history: readonly HistoryRow[], currency: string) {
  const byOrder = Map.groupBy(history, (h) => h.layer_id);
  return (layerId: string | null) =>
    (byOrder.get(layerId) ?? []).map((h) => ({
      id: h.id,
      invoiceNumber: h.invoice_number,
      linePosition: h.position,
      costType: h.cost_type as ExplainEntry['costType'],
      amount: formatAmount(h.account_minor, currency),
      recordedAt: h.recorded_at.toISOString(),
      supersededAt: h.superseded_at?.toISOString() ?? '',
    }));
}

async function documents(w: Work, entries: readonly EntryRow[]): Promise<Explain['documents']> {
  const rows = await documentsOf(w, [...new Set(entries.map((e) => e.invoice_id))]);
  return rows.map((d) => {
    const linesAndTax = d.lines_minor + d.recoverable_tax_minor + d.cost_tax_minor;
    const total = d.total_minor ?? linesAndTax;
    const difference = total - linesAndTax;
    const show = (minor: bigint) => formatAmount(minor, d.currency);
    return {
      id: d.id,
      number: d.invoice_number,
      currency: d.currency,
      assigned: show(d.assigned_minor),
      unassigned: show(d.unassigned_minor),
      excluded: show(d.excluded_minor),
      recoverableTax: show(d.recoverable_tax_minor),
      difference: show(difference),
      total: show(total),
      addsUp: d.assigned_minor + d.unassigned_minor + d.excluded_minor + d.recoverable_tax_minor + difference === total,
    };
  });
}
