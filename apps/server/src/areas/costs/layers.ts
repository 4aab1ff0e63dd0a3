import { accountOfLeft } from '@quayside/domain/landed-cost/credits';
import { effectiveRate } from '@quayside/domain/landed-cost/defaults';
import { type Basis, defaultBasisOf } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { counts, isOwnOrder, leftOf, toCostLine } from './cost-lines.ts';
import { insertLayers, layersOfLines, linesLookingAt, recordLayers, takeNumbers, type Target, updateLayer } from './costs.queries.ts';
import type { LayerRow, LineRow } from './costs.types.ts';
import { linesById, productMeasures } from './costs.views.ts';
import type { Deltas } from './deltas.ts';

/** What of an order moved; it decides which of the lines that look at it are worked out again. */
export type Motion = 'SET' | 'DATE' | 'UNITS' | 'AMOUNT' | 'MEASURES';

/** What moved, for the lines that look at it. */
export class Moves {
  readonly #targets: (Target & { motion: Motion })[] = [];
  note(layer: { id: string; invoiceId: string; productIds: readonly string[] }, ...motions: Motion[]): void {
    for (const motion of motions) {
      this.#targets.push({ type: 'ORDER', id: layer.id, motion }, { type: 'INVOICE', id: layer.invoiceId, motion });
      for (const id of layer.productIds) this.#targets.push({ type: 'PRODUCT', id, motion });
    }
  }
  get targets(): readonly (Target & { motion: Motion })[] {
    return this.#targets;
  }
}

const MEASURED: readonly Basis[] = ['WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT'];

/** Whether such a move can change where a line goes: only what its basis weighs does, or a change of its scope. */
function isTouched(line: LineRow, motion: Motion, type: Target['type']): boolean {
  if (motion === 'SET') return true;
  // Only a product's orders are chosen by their date.
  if (motion === 'DATE') return type === 'PRODUCT';
  if (line.productId !== null) return motion === 'UNITS';
  const basis = (line.basis as Basis | null) ?? defaultBasisOf(line.costType);
  if (motion === 'AMOUNT') return basis === 'VALUE';
  if (motion === 'MEASURES') return MEASURED.includes(basis);
  return basis === 'QUANTITY' || MEASURED.includes(basis);
}

/** Exactly the lines whose scope or weights moved, without those that are at hand already. */
export async function touchedLines(w: Work, moves: Moves, except: ReadonlySet<string>): Promise<LineRow[]> {
  const hits = (await linesLookingAt(w, moves.targets)).filter((hit) => !except.has(hit.lineId));
  const lines = new Map((await linesById(w, [...new Set(hits.map((hit) => hit.lineId))])).map((line) => [line.id, line]));
  const touched = hits.flatMap(({ lineId, motion, type }) => {
    const line = lines.get(lineId);
    return line && isTouched(line, motion as Motion, type) ? [line] : [];
  });
  return [...new Map(touched.map((line) => [line.id, line])).values()];
}

interface Wanted {
  readonly line: LineRow;
  readonly layer: LayerRow | undefined;
  readonly wants: boolean;
}

/** What the order of a factory line is, after its credits: units, and factory amount in account currency. */
function figuresOf(w: Work, line: LineRow, credits: readonly LineRow[], number: string | undefined): { units: bigint; factoryMinor: bigint | null } {
  const units = [line, ...credits].reduce((sum, each) => sum + BigInt(Math.trunc(Number(each.quantity))), 0n);
  if (units < 0n) throw fieldError('quantity', `More units are credited than ${number ?? 'the order'} has`);
  const costLine = toCostLine(w, line);
  const rate = effectiveRate(costLine);
  return { units, factoryMinor: rate ? accountOfLeft(leftOf(line, credits), costLine, rate) : null };
}

/** Makes, changes and removes the orders of factory lines. */
export async function syncLayers(w: Work, lines: readonly LineRow[], credits: ReadonlyMap<string, LineRow[]>, deltas: Deltas, moves: Moves): Promise<void> {
  const ids = lines.map((line) => line.id);
  const stored = new Map((await layersOfLines(w, ids)).map((layer) => [layer.lineId, layer]));
  const wanted = lines.map((line): Wanted => ({ line, layer: stored.get(line.id), wants: counts(line) && isOwnOrder(line) }));
  const copying = wanted.filter((x) => x.wants && x.layer?.productId !== x.line.productId).map((x) => x.line.productId ?? '');
  const measures = await productMeasures(w, [...new Set(copying)]);
  const fresh = wanted.filter((x) => x.wants && !x.layer);
  let next = fresh.length > 0 ? await takeNumbers(w, 'order', fresh.length) : 0n;
  const inserts: Parameters<typeof insertLayers>[1][number][] = [];
  const written: string[] = [];
  for (const { line, layer, wants } of wanted) {
    if (!wants) {
      if (!layer || layer.isRemoved) continue;
      await updateLayer(w, layer.id, { removed_at: w.now });
      deltas.units(layer.productId, -layer.units);
      moves.note({ id: layer.id, invoiceId: line.invoiceId, productIds: [layer.productId] }, 'SET');
      written.push(layer.id);
      continue;
    }
    const productId = line.productId ?? '';
    const { units, factoryMinor } = figuresOf(w, line, credits.get(line.id) ?? [], layer?.number);
    const copied = measures.get(productId);
    if (!layer) {
      const id = w.newId();
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
      moves.note({ id, invoiceId: line.invoiceId, productIds: [productId] }, 'SET');
      written.push(id);
      continue;
    }
    const motions = motionsOf(layer, { productId, units, factoryMinor, date: line.date });
    if (motions.length === 0) continue;
    await updateLayer(w, layer.id, {
      product_id: productId,
      date: line.date,
      units,
      factory_minor: factoryMinor,
      removed_at: null,
      ...(layer.productId !== productId && copied && { weight_ug: copied.weightUg, volume_mm3: copied.volumeMm3, shipping_method: copied.shippingMethod }),
    });
    if (!layer.isRemoved) deltas.units(layer.productId, -layer.units);
    deltas.units(productId, units);
    moves.note({ id: layer.id, invoiceId: line.invoiceId, productIds: [...new Set([productId, layer.productId])] }, ...motions);
    written.push(layer.id);
  }
  await insertLayers(w, inserts);
  await recordLayers(w, written);
}

function motionsOf(layer: LayerRow, to: { productId: string; units: bigint; factoryMinor: bigint | null; date: string }): Motion[] {
  if (layer.isRemoved || layer.productId !== to.productId) return ['SET'];
  const motions: Motion[] = [];
  if (layer.date !== to.date) motions.push('DATE');
  if (layer.units !== to.units) motions.push('UNITS');
  if (layer.factoryMinor !== to.factoryMinor) motions.push('AMOUNT');
  return motions;
}
