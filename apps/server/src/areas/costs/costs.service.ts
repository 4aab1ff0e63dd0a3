import { allocateLine } from '@quayside/domain/landed-cost/allocate-line';
import { lineAccountMinor } from '@quayside/domain/landed-cost/amounts';
import { effectiveRate } from '@quayside/domain/landed-cost/defaults';
import { applyDelta, NO_TOTALS, type TotalledEntry } from '@quayside/domain/landed-cost/totals';
import type { CostLine, LineAllocation } from '@quayside/domain/landed-cost/types';
import type { Basis } from '@quayside/domain/lists';
import { parseQuantity, parseRate } from '@quayside/domain/money/money';
import type { Work } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import {
  currentAllocations,
  fingerprintOf,
  insertAllocations,
  insertLayers,
  layersOfLines,
  linesLookingAt,
  manualSharesOf,
  markFirstCost,
  markProvisional,
  productTotals,
  replaceScopes,
  saveProductTotals,
  supersede,
  takeNumbers,
  type StoredTotals,
  updateLayer,
} from './costs.queries.ts';
import type { CurrentAllocation, LayerRow, LineRow } from './costs.types.ts';
import { linesById, linesOfInvoices, productMeasures } from './costs.views.ts';
import { refreshInvoiceTotals } from './invoice-totals.ts';
import { defaultScopes, isOwnOrder, layersInScope } from './scopes.ts';

type Share = { layerId: string; amountMinor: bigint };

/** A database line as the pure engine takes it. */
export function toCostLine(w: Work, line: LineRow, manualShares: readonly Share[] = []): CostLine {
  const rate = line.rate === null ? null : parseRate(line.rate);
  if (rate && !rate.ok) throw new RangeError(`Stored rate ${line.rate} cannot be read`);
  const quantity = parseQuantity(line.quantity);
  if (!quantity.ok) throw new RangeError(`Stored quantity ${line.quantity} cannot be read`);
  return {
    lineId: line.id,
    category: line.costType,
    productId: line.productId,
    productSku: line.productSku,
    quantityMicro: quantity.value,
    amountMinor: line.amountMinor,
    taxMinor: line.taxMinor,
    isTaxRecoverable: line.isTaxRecoverable,
    currency: line.currency,
    accountCurrency: w.scope.currency,
    rate: rate?.value ?? null,
    basis: line.basis as Basis | null,
    manualShares,
    shippingMethod: line.shippingMethod,
    excluded: line.isExcluded,
    isOwnOrderLine: isOwnOrder(line),
  };
}

/** Product totals as they move: entries and units that go and come, by product. */
class Deltas {
  readonly #parts = new Map<string, { removed: TotalledEntry[]; added: TotalledEntry[]; units: bigint; provisional: number }>();
  #of(productId: string) {
    const part = this.#parts.get(productId) ?? { removed: [], added: [], units: 0n, provisional: 0 };
    this.#parts.set(productId, part);
    return part;
  }
  units(productId: string, by: bigint): void {
    this.#of(productId).units += by;
  }
  entry(productId: string, entry: TotalledEntry, sign: 1 | -1, isProvisional: boolean): void {
    const part = this.#of(productId);
    (sign === 1 ? part.added : part.removed).push(entry);
    if (isProvisional && !entry.excluded) part.provisional += sign;
  }
  provisional(productId: string, by: number): void {
    this.#of(productId).provisional += by;
  }
  get productIds(): string[] {
    return [...this.#parts.keys()];
  }
  apply(stored: ReadonlyMap<string, StoredTotals>): Map<string, StoredTotals> {
    return new Map(
      [...this.#parts].map(([id, part]) => {
        const before = stored.get(id);
        const totals = applyDelta(
          before ? { ...before, landedMinor: before.factoryMinor + before.inboundMinor } : NO_TOTALS,
          { entries: part.removed, units: 0n },
          { entries: part.added, units: part.units },
        );
        return [id, { ...totals, provisionalCount: (before?.provisionalCount ?? 0) + part.provisional }];
      }),
    );
  }
}

const counts = (line: LineRow) => !line.isDeleted && line.status !== 'REVIEW';

/**
 * Brings everything that follows from an invoice's rows up to date, in the transaction of the change: its orders, the
 * default scopes of its lines, the entries of those lines and of every line whose weights moved with them, product
 * totals and invoice totals. Work grows with what changed; what comes out the same is not written.
 */
export async function syncInvoice(w: Work, invoiceId: string, changedLineIds: readonly string[] | 'all'): Promise<void> {
  const lines = changedLineIds === 'all' ? await linesOfInvoices(w, [invoiceId], 'all') : await linesById(w, changedLineIds);
  const deltas = new Deltas();
  const moved = await syncLayers(w, lines, deltas);
  await replaceScopes(
    w,
    lines.map((l) => l.id),
    ['OWN_INVOICE', 'PAIRING', 'OWN_PRODUCT'],
    await defaultScopes(w, lines),
  );
  await replaceScopes(
    w,
    lines.filter((l) => l.isDeleted).map((l) => l.id),
    ['CHOSEN'],
    [],
  );
  const known = new Set(lines.map((l) => l.id));
  const others = (await linesLookingAt(w, moved)).filter((id) => !known.has(id));
  const affected = [...lines, ...(await linesById(w, others))];
  const touchedInvoices = await reallocate(w, affected, deltas);
  const products = deltas.productIds;
  await saveProductTotals(w, deltas.apply(await productTotals(w, products)));
  const hasFigures = await refreshInvoiceTotals(w, [...new Set([invoiceId, ...touchedInvoices])]);
  // From the first figure on the currency of the account is fixed: sums are stored in it.
  if (hasFigures && (await markFirstCost(w))) await emit(w, changed('account', [w.scope.accountId]));
  const otherInvoices = touchedInvoices.filter((id) => id !== invoiceId);
  await emit(
    w,
    ...(products.length > 0 ? [changed('products', products), changed('costs', products)] : []),
    ...(otherInvoices.length > 0 ? [changed('invoices', otherInvoices)] : []),
  );
}

/** Makes, changes and removes the orders of factory lines. Answers what moved, for the lines that look at it. */
async function syncLayers(w: Work, lines: readonly LineRow[], deltas: Deltas): Promise<{ orders: string[]; invoices: string[]; products: string[] }> {
  const stored = new Map(
    (
      await layersOfLines(
        w,
        lines.map((l) => l.id),
      )
    ).map((l) => [l.lineId, l]),
  );
  const wanted = lines.map((line) => ({ line, layer: stored.get(line.id), wants: counts(line) && isOwnOrder(line) }));
  const measures = await productMeasures(w, [
    ...new Set(wanted.filter((x) => x.wants && x.layer?.productId !== x.line.productId).map((x) => x.line.productId ?? '')),
  ]);
  const fresh = wanted.filter((x) => x.wants && !x.layer);
  let next = fresh.length > 0 ? await takeNumbers(w, 'order', fresh.length) : 0n;
  const inserts: Parameters<typeof insertLayers>[1][number][] = [];
  const moved = { orders: new Set<string>(), invoices: new Set<string>(), products: new Set<string>() };
  const note = (id: string, line: LineRow, ...products: (string | null)[]) => {
    moved.orders.add(id);
    moved.invoices.add(line.invoiceId);
    for (const p of products) if (p !== null) moved.products.add(p);
  };

  for (const { line, layer, wants } of wanted) {
    if (!wants) {
      if (!layer || layer.isRemoved) continue;
      await updateLayer(w, layer.id, { removed_at: w.now });
      deltas.units(layer.productId, -layer.units);
      note(layer.id, line, layer.productId);
      continue;
    }
    const productId = line.productId ?? '';
    const units = BigInt(Math.trunc(Number(line.quantity)));
    const costLine = toCostLine(w, line);
    const rate = effectiveRate(costLine);
    const factoryMinor = rate ? lineAccountMinor(costLine, rate) : null;
    if (!layer) {
      const id = w.newId();
      const copied = measures.get(productId);
      inserts.push({
        id,
        number: `SO-${String(next).padStart(6, '0')}`,
        product_id: productId,
        invoice_id: line.invoiceId,
        invoice_line_id: line.id,
        date: line.date,
        units,
        weight_ug: copied?.weightUg ?? null,
        volume_mm3: copied?.volumeMm3 ?? null,
        shipping_method: copied?.shippingMethod ?? null,
        factory_minor: factoryMinor,
      });
      next += 1n;
      deltas.units(productId, units);
      note(id, line, productId);
      continue;
    }
    const otherProduct = layer.productId !== productId;
    if (!otherProduct && !layer.isRemoved && layer.units === units && layer.date === line.date && layer.factoryMinor === factoryMinor) continue;
    const copied = otherProduct ? measures.get(productId) : undefined;
    await updateLayer(w, layer.id, {
      product_id: productId,
      date: line.date,
      units,
      factory_minor: factoryMinor,
      removed_at: null,
      ...(copied && { weight_ug: copied.weightUg, volume_mm3: copied.volumeMm3, shipping_method: copied.shippingMethod }),
    });
    if (!layer.isRemoved) deltas.units(layer.productId, -layer.units);
    deltas.units(productId, units);
    note(layer.id, line, productId, layer.productId);
  }
  await insertLayers(w, inserts);
  return { orders: [...moved.orders], invoices: [...moved.invoices], products: [...moved.products] };
}

/** Works lines out again and stores what is different. Answers the invoices whose sums may have moved. */
async function reallocate(w: Work, lines: readonly LineRow[], deltas: Deltas): Promise<string[]> {
  const ids = lines.map((l) => l.id);
  const current = new Map((await currentAllocations(w, ids)).map((a) => [a.lineId, a]));
  const live = lines.filter(counts);
  const own = new Map(
    (
      await layersOfLines(
        w,
        live.filter(isOwnOrder).map((l) => l.id),
      )
    ).map((l): [string, LayerRow] => [l.lineId, l]),
  );
  const layers = await layersInScope(w, live, own);
  const shares = Map.groupBy(
    await manualSharesOf(
      w,
      live.filter((l) => l.basis === 'MANUAL').map((l) => l.id),
    ),
    (s) => s.lineId,
  );
  const gone: CurrentAllocation[] = [];
  const nowFinal: { allocation: CurrentAllocation; isProvisional: boolean }[] = [];
  const heads: Parameters<typeof insertAllocations>[1][number][] = [];
  const entries: Parameters<typeof insertAllocations>[2][number][] = [];
  const invoices = new Set<string>();

  for (const line of lines) {
    const before = current.get(line.id);
    if (!counts(line)) {
      if (before) gone.push(before);
      invoices.add(line.invoiceId);
      continue;
    }
    const allocation = allocateLine(toCostLine(w, line, shares.get(line.id) ?? []), layers.get(line.id) ?? []);
    const row = allocationRow(w, line, allocation);
    const isProvisional = line.status === 'WORKING';
    if (before?.fingerprint === row.fingerprint) {
      if (before.isProvisional !== isProvisional) nowFinal.push({ allocation: before, isProvisional });
      continue;
    }
    if (before) gone.push(before);
    invoices.add(line.invoiceId);
    heads.push({ ...row.head, is_provisional: isProvisional });
    for (const e of row.entries) {
      entries.push(e);
      deltas.entry(e.product_id, { category: line.costType, accountMinor: e.account_minor as bigint, excluded: line.isExcluded }, 1, isProvisional);
    }
  }
  for (const a of gone)
    for (const e of a.entries) deltas.entry(e.productId, { category: e.category, accountMinor: e.accountMinor, excluded: a.isExcluded }, -1, a.isProvisional);
  await supersede(
    w,
    gone.map((a) => a.id),
  );
  await insertAllocations(w, heads, entries);
  for (const flag of [true, false]) {
    const flipped = nowFinal.filter((f) => f.isProvisional === flag).map((f) => f.allocation);
    await markProvisional(
      w,
      flipped.map((a) => a.id),
      flag,
    );
    for (const a of flipped) if (!a.isExcluded) for (const e of a.entries) deltas.provisional(e.productId, flag ? 1 : -1);
  }
  return [...invoices];
}

function allocationRow(w: Work, line: LineRow, a: LineAllocation) {
  const id = w.newId();
  const lacking = a.unassignedReason === null && !a.basisFallback ? [] : [...new Set(a.lackingProducts.map((p) => p.productId))];
  const foreign = line.currency !== w.scope.currency;
  const entries = a.entries.map((e) => ({
    id: w.newId(),
    allocation_id: id,
    line_id: line.id,
    invoice_id: line.invoiceId,
    product_id: e.productId,
    layer_id: e.layerId,
    cost_type: line.costType,
    document_minor: e.documentMinor,
    account_minor: e.accountMinor,
    weight: String(e.weight),
    rounding_unit: Number(e.roundingUnitAccount),
    is_excluded: line.isExcluded,
  }));
  const head = {
    id,
    line_id: line.id,
    invoice_id: line.invoiceId,
    basis: a.basis,
    is_basis_fallback: a.basisFallback,
    measure: a.measure,
    chargeable_method: a.chargeableMethod,
    weight_total: String(a.weightTotal),
    document_minor: a.documentMinor,
    account_minor: a.accountMinor,
    rate: foreign ? line.rate : null,
    rate_date: foreign ? line.rateDate : null,
    rate_source: foreign ? line.rateSource : null,
    unassigned_document_minor: a.unassignedDocumentMinor,
    unassigned_account_minor: a.unassignedAccountMinor,
    unassigned_reason: a.unassignedReason,
    lacking_product_ids: lacking,
    is_excluded: line.isExcluded,
    entry_count: entries.length,
  };
  const fingerprint = fingerprintOf({
    // Without entries the category leaves no trace in the database, so it must not count here either.
    category: entries.length > 0 ? line.costType : '',
    basis: a.basis,
    isBasisFallback: a.basisFallback,
    measure: a.measure,
    chargeableMethod: a.chargeableMethod,
    weightTotal: a.weightTotal,
    documentMinor: a.documentMinor,
    accountMinor: a.accountMinor,
    rate: head.rate,
    rateDate: head.rate_date,
    unassignedDocumentMinor: a.unassignedDocumentMinor,
    unassignedReason: a.unassignedReason,
    lackingProductIds: lacking,
    isExcluded: line.isExcluded,
    entries: a.entries.map((e) => ({
      layerId: e.layerId,
      productId: e.productId,
      documentMinor: e.documentMinor,
      accountMinor: e.accountMinor,
      weight: e.weight,
      roundingUnit: Number(e.roundingUnitAccount),
    })),
  });
  return { head, entries, fingerprint };
}

/** Sum that a line's entries have per product, for the preview's before and after. */
export const perProduct = (entries: readonly { productId: string; accountMinor: bigint }[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const e of entries) sums.set(e.productId, (sums.get(e.productId) ?? 0n) + e.accountMinor);
  return sums;
};
