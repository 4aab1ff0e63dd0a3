import type { Explain, ExplainEntry } from '@quayside/contracts/costs';
import { type Replayable, replayEntry } from '@quayside/domain/landed-cost/explain';
import { COST_CATEGORIES } from '@quayside/domain/lists';
import { decimalText, formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import { exponentOf } from '@quayside/domain/money/currencies';
import type { Work } from '../../db/tx.ts';
import { notFound } from '../../http/errors.ts';
import { productTotals } from './costs.queries.ts';
import { documentsOf, type EntryRow, entriesOfProduct, historyOfProduct, layersOfProduct, productNames } from './explain.views.ts';

const EXTRA_DECIMALS = 6;

/** The amount before rounding, to the minor unit and six digits more. */
function exactText(total: bigint, weight: bigint, weightTotal: bigint, currency: string): string {
  const scale = 10n ** BigInt(EXTRA_DECIMALS);
  const value = weightTotal === 0n ? 0n : (total * scale * weight) / weightTotal;
  return decimalText(value, exponentOf(currency) + EXTRA_DECIMALS);
}

function replayable(r: EntryRow, accountCurrency: string): Replayable {
  return {
    currency: r.currency,
    accountCurrency,
    lineAmountMinor: r.amount_minor,
    lineTaxMinor: r.is_tax_recoverable ? 0n : r.tax_minor,
    weight: r.weight,
    weightTotal: r.weight_total,
    roundingUnitAccount: BigInt(r.rounding_unit),
    roundingUnitDocument: 0n,
    rate: r.rate === null ? null : { text: r.rate },
  };
}

function toEntry(r: EntryRow, units: bigint | undefined, currency: string): ExplainEntry {
  return {
    id: r.id,
    invoice: {
      id: r.invoice_id,
      number: r.invoice_number,
      date: r.date,
      status: r.status,
      currency: r.currency,
      supplierName: r.company_name,
      hasDocument: r.document_id !== null,
    },
    line: { id: r.line_id, position: r.position, name: r.line_name },
    costType: r.cost_type,
    basis: r.basis,
    isBasisFallback: r.is_basis_fallback,
    measure: r.measure,
    chargeableMethod: r.chargeable_method,
    weight: String(r.weight),
    weightTotal: String(r.weight_total),
    lineDocumentAmount: formatAmount(r.line_document_minor, r.currency),
    rate: r.rate === null ? null : { value: r.rate, date: r.rate_date, source: r.rate_source ?? 'manual' },
    lineAmount: formatAmount(r.line_account_minor ?? 0n, currency),
    exactAmount: exactText(r.line_account_minor ?? 0n, r.weight, r.weight_total, currency),
    roundingUnit: r.rounding_unit,
    amount: formatAmount(r.account_minor, currency),
    documentAmount: formatAmount(r.document_minor, r.currency),
    perUnit: units === undefined || units === 0n ? null : unitCost(r.account_minor, units * MICRO, currency),
    isProvisional: r.is_provisional,
    isExcluded: r.is_excluded,
    recordedAt: r.recorded_at.toISOString(),
  };
}

/** Where every cent of a product's cost came from: product, orders, entries, invoice lines, and proof that it adds up. */
export async function explainProduct(w: Work, productId: string): Promise<Explain> {
  const { currency } = w.scope;
  const product = (await productNames(w, [productId])).get(productId);
  if (!product) throw notFound('Error, product not found');
  const [entries, history, layers, totals] = [
    await entriesOfProduct(w, productId),
    await historyOfProduct(w, productId),
    await layersOfProduct(w, productId),
    (await productTotals(w, [productId])).get(productId),
  ];
  const documents = await documentsOf(w, [...new Set(entries.map((e) => e.invoice_id))]);
  const money = (minor: bigint) => formatAmount(minor, currency);
  const perUnit = (minor: bigint, units: bigint) => (units === 0n ? null : unitCost(minor, units * MICRO, currency));
  const sum = (rows: readonly EntryRow[], factory?: boolean) =>
    rows.reduce((s, r) => (r.is_excluded || (factory !== undefined && (r.cost_type === 'FACTORY_INVOICE') !== factory) ? s : s + r.account_minor), 0n);
  const historyIn = (layerId: string | null) =>
    history
      .filter((h) => h.layer_id === layerId)
      .map((h) => ({
        id: h.id,
        invoiceNumber: h.invoice_number,
        linePosition: h.position,
        costType: h.cost_type as ExplainEntry['costType'],
        amount: money(h.account_minor),
        recordedAt: h.recorded_at.toISOString(),
        supersededAt: h.superseded_at?.toISOString() ?? '',
      }));
  const units = layers.reduce((s, l) => s + l.units, 0n);
  const landed = sum(entries);
  const layerless = entries.filter((e) => e.layer_id === null);
  const replayed = entries.every((e) => replayEntry(replayable(e, currency)) === e.account_minor);
  return {
    product: { id: productId, ...product },
    currency,
    units: Number(units),
    factory: money(sum(entries, true)),
    inbound: money(sum(entries, false)),
    landed: money(landed),
    factoryPerUnit: perUnit(sum(entries, true), units),
    inboundPerUnit: perUnit(sum(entries, false), units),
    landedPerUnit: perUnit(landed, units),
    byCategory: COST_CATEGORIES.flatMap((costType) => {
      const rows = entries.filter((e) => e.cost_type === costType && !e.is_excluded);
      return rows.length === 0 ? [] : [{ costType, amount: money(sum(rows)), perUnit: perUnit(sum(rows), units) }];
    }),
    isProvisional: entries.some((e) => e.is_provisional && !e.is_excluded),
    layers: layers.map((l) => {
      const own = entries.filter((e) => e.layer_id === l.id);
      return {
        id: l.id,
        number: l.number,
        date: l.date,
        units: Number(l.units),
        invoice: { id: l.invoice_id, number: l.invoice_number },
        factory: money(sum(own, true)),
        inbound: money(sum(own, false)),
        landed: money(sum(own)),
        perUnit: perUnit(sum(own), l.units),
        unitWeightGrams: l.weight_ug === null ? null : decimalText(l.weight_ug, 6),
        unitVolumeCm3: l.volume_mm3 === null ? null : decimalText(l.volume_mm3, 3),
        entries: own.map((e) => toEntry(e, l.units, currency)),
        history: historyIn(l.id),
      };
    }),
    layerless: { amount: money(sum(layerless)), entries: layerless.map((e) => toEntry(e, undefined, currency)), history: historyIn(null) },
    documents: documents.map((d) => {
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
    }),
    replays: replayed && (totals?.factoryMinor ?? 0n) + (totals?.inboundMinor ?? 0n) === landed && (totals?.units ?? 0n) === units,
  };
}
