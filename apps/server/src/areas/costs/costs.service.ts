import type { Work } from '../../db/tx.ts';
import { changed, emit, record } from '../../events/outbox.ts';
import { notify } from '../notifications/public.ts';
import { refreshBundlesOf } from './bundles.service.ts';
import { allocationRow } from './allocation-rows.ts';
import { counts, creditsOf, isFactoryProductLine } from './cost-lines.ts';
import {
  currentAllocations,
  insertAllocations,
  layersById,
  markFirstCost,
  markProvisional,
  openUnsettled,
  productTotals,
  recordLayers,
  replaceScopes,
  saveProductTotals,
  supersede,
} from './costs.queries.ts';
import type { CurrentAllocation, LineRow } from './costs.types.ts';
import { linesById, linesOfInvoices } from './costs.views.ts';
import { Deltas } from './deltas.ts';
import { refreshInvoiceTotals } from './invoice-totals.ts';
import { Moves, syncLayers, touchedLines } from './layers.ts';
import { defaultScopes } from './scopes.ts';
import { workOut } from './work-out.ts';

/**
 * Brings everything that follows from an invoice's rows up to date, in the transaction of the change: its orders, the
 * default scopes of its lines, the entries of those lines and of every line whose scope or weights moved with them,
 * product totals and invoice totals. Work grows with what changed; what comes out the same is not written.
 */
export async function syncInvoice(w: Work, invoiceId: string, changedLineIds: readonly string[] | 'all'): Promise<void> {
  const lines = changedLineIds === 'all' ? await linesOfInvoices(w, [invoiceId], 'all') : await linesById(w, changedLineIds);
  const deltas = new Deltas();
  const moves = new Moves();
  const current = await currentAllocations(
    w,
    lines.map((line) => line.id),
  );
  const credited = await creditedLines(w, lines, current);
  const orders = [...lines, ...credited].filter((line) => line.creditsLineId === null);
  const credits = await creditsOf(
    w,
    orders.filter(isFactoryProductLine).map((line) => line.id),
  );
  await syncLayers(w, orders, credits, deltas, moves);
  await syncScopes(w, lines);
  const known = new Set([...lines, ...credited].map((line) => line.id));
  const affected = [...lines, ...credited, ...(await touchedLines(w, moves, known))];
  await settle(w, affected, deltas, [invoiceId]);
}

/** The lines that changed lines credit, or credited until now. */
async function creditedLines(w: Work, lines: readonly LineRow[], current: readonly CurrentAllocation[]): Promise<LineRow[]> {
  const own = new Set(lines.map((line) => line.id));
  const ids = new Set([...lines, ...current].flatMap((row) => row.creditsLineId ?? []));
  return linesById(
    w,
    [...ids].filter((id) => !own.has(id)),
  );
}

async function syncScopes(w: Work, lines: readonly LineRow[]): Promise<void> {
  await replaceScopes(
    w,
    lines.map((line) => line.id),
    ['OWN_INVOICE', 'PAIRING', 'OWN_PRODUCT'],
    await defaultScopes(w, lines),
  );
  await replaceScopes(
    w,
    lines.filter((line) => line.isDeleted).map((line) => line.id),
    ['CHOSEN'],
    [],
  );
}

/**
 * Brings costs up to date after orders got another weight or volume (written by the caller): exactly the lines that
 * are spread by weight or volume over them. Answers how many lines were looked at.
 */
export async function resyncLayers(w: Work, layerIds: readonly string[]): Promise<{ lines: number }> {
  await recordLayers(w, layerIds);
  const moves = new Moves();
  for (const layer of await layersById(w, layerIds)) moves.note({ id: layer.id, invoiceId: layer.invoiceId, productIds: [layer.productId] }, 'MEASURES');
  const affected = await touchedLines(w, moves, new Set());
  await settle(w, affected, new Deltas(), []);
  return { lines: affected.length };
}

/** Stores what came out otherwise, moves the sums with it, and says so. */
async function settle(w: Work, affected: readonly LineRow[], deltas: Deltas, invoiceIds: readonly string[]): Promise<void> {
  const touchedInvoices = await reallocate(w, affected, deltas);
  const products = deltas.productIds;
  await saveProductTotals(w, deltas.apply(await productTotals(w, products)));
  await refreshBundlesOf(w, products);
  const hasFigures = await refreshInvoiceTotals(w, [...new Set([...invoiceIds, ...touchedInvoices])]);
  // From the first figure on the currency of the account is fixed: sums are stored in it.
  if (hasFigures && (await markFirstCost(w))) await emit(w, changed('account', [w.scope.accountId]));
  await reopenUnsettled(w, touchedInvoices);
  const otherInvoices = touchedInvoices.filter((id) => !invoiceIds.includes(id));
  await emit(
    w,
    ...(products.length > 0 ? [changed('products', products), changed('costs', products)] : []),
    ...(otherInvoices.length > 0 ? [changed('invoices', otherInvoices)] : []),
  );
}

/** A change elsewhere (a rate taken away, an order gone) can leave costs of a closed invoice unassigned: it is open again, and the members are told. */
async function reopenUnsettled(w: Work, invoiceIds: readonly string[]): Promise<void> {
  for (const { id, number, version } of await openUnsettled(w, invoiceIds)) {
    await record(
      w,
      { action: 'invoice.reopened', subjectType: 'invoice', subjectIds: [id], historyOf: id, details: { from: 'CLOSED', to: 'OPEN' } },
      changed('invoices', [id], version),
    );
    await notify(w, {
      type: 'ACTION_NEEDED',
      summary: `Invoice ${number} is open again`,
      message: 'A change elsewhere has left some of its costs unassigned. Its lines say why.',
      about: { type: 'INVOICE', id },
    });
  }
}

/** Works lines and their credits out again and stores what is different. Answers the invoices whose sums may have moved. */
async function reallocate(w: Work, lines: readonly LineRow[], deltas: Deltas): Promise<string[]> {
  const { worked } = await workOut(w, lines);
  const idle = lines.filter((line) => !counts(line));
  const ids = [...new Set([...worked.map((x) => x.line.id), ...idle.map((line) => line.id)])];
  const current = new Map((await currentAllocations(w, ids)).map((a) => [a.lineId, a]));
  const gone: CurrentAllocation[] = [];
  const moved: { allocation: CurrentAllocation; isProvisional: boolean }[] = [];
  const heads: Parameters<typeof insertAllocations>[1][number][] = [];
  const entries: Parameters<typeof insertAllocations>[2][number][] = [];
  const invoices = new Set(idle.map((line) => line.invoiceId));
  for (const line of idle) {
    const before = current.get(line.id);
    if (before) gone.push(before);
  }
  for (const each of worked) {
    const { line } = each;
    const before = current.get(line.id);
    const row = allocationRow(w, each);
    const isProvisional = line.status === 'WORKING';
    if (before?.fingerprint === row.fingerprint) {
      if (before.isProvisional !== isProvisional) moved.push({ allocation: before, isProvisional });
      continue;
    }
    if (before) gone.push(before);
    invoices.add(line.invoiceId);
    heads.push({ ...row.head, is_provisional: isProvisional });
    for (const entry of row.entries) {
      entries.push(entry);
      deltas.entry(entry.product_id, { category: line.costType, accountMinor: entry.account_minor, excluded: line.isExcluded }, 1, isProvisional);
    }
  }
  for (const a of gone)
    for (const e of a.entries) deltas.entry(e.productId, { category: e.category, accountMinor: e.accountMinor, excluded: a.isExcluded }, -1, a.isProvisional);
  await supersede(
    w,
    gone.map((a) => a.id),
  );
  await insertAllocations(w, heads, entries);
  await markMoved(w, moved, deltas);
  return [...invoices];
}

/** Entries that stay as they are while their invoice was confirmed, or re-opened for work. */
async function markMoved(w: Work, moved: readonly { allocation: CurrentAllocation; isProvisional: boolean }[], deltas: Deltas): Promise<void> {
  for (const isProvisional of [true, false]) {
    const flipped = moved.filter((m) => m.isProvisional === isProvisional).map((m) => m.allocation);
    await markProvisional(
      w,
      flipped.map((a) => a.id),
      isProvisional,
    );
    for (const a of flipped) if (!a.isExcluded) for (const e of a.entries) deltas.provisional(e.productId, isProvisional ? 1 : -1);
  }
}

/** Sum that a line's entries have per product, for the preview's before and after. */
export const perProduct = (entries: readonly { productId: string; accountMinor: bigint }[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const e of entries) sums.set(e.productId, (sums.get(e.productId) ?? 0n) + e.accountMinor);
  return sums;
};
