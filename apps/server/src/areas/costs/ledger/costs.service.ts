import { say } from '@quayside/contracts/texts/catalogue';
import { type CostCategory, defaultBasisOf } from '@quayside/domain/lists';
import type { Work } from '../../../db/tx.ts';
import { changed, emit, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { notify } from '../../notifications/public.ts';
import { refreshBundlesOf } from './bundles.service.ts';
import { allocationRow } from './allocation-rows.ts';
import { counts, creditsOf, isDutyLine, isFactoryProductLine } from './cost-lines.ts';
import { currentAllocations, insertAllocations, markProvisional, supersede } from '../rows/allocations.queries.ts';
import { ordersById, recordOrders, updateOrder } from '../rows/orders.queries.ts';
import { markFirstCost, reopenUnassigned } from '../rows/costs.queries.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { productTotals, saveProductTotals } from '../rows/totals.queries.ts';
import { findDependentLines, hasDutyLines, replaceScopes } from '../rows/scopes.queries.ts';
import type { CurrentAllocation, CostLineRow } from '../costs.types.ts';
import { linesById, linesOfInvoices } from './costs.views.ts';
import { strandedLines } from './stranded.views.ts';
import { type ShipmentTargets, targetsAround } from './pack-lists.views.ts';
import { TotalsChanges } from './totals-changes.ts';
import { refreshInvoiceTotals } from './invoice-totals.ts';
import { OrderChanges, syncOrders, findAffectedLines, unitsChange } from './orders.ts';
import { defaultScopes } from './scopes.ts';
import { workOut } from './work-out.ts';

/**
 * Brings everything that depends on the lines of an invoice up to date, in the transaction that changed them: the
 * orders of the invoice; how the costs of its lines, and of all other lines that depend on its orders, are shared; and
 * the totals of products and invoices. The work grows with the size of the change, and unchanged results are not
 * written. Returns the invoices whose sums may have changed, this one among them.
 */
export async function syncInvoice(
  w: Work,
  invoiceId: string,
  changedLineIds: readonly string[] | 'all',
): Promise<string[]> {
  const lines =
    changedLineIds === 'all' ? await linesOfInvoices(w, [invoiceId], 'all') : await linesById(w, changedLineIds);
  const totalsChanges = new TotalsChanges();
  const orderChanges = new OrderChanges();
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
  await syncOrders(w, orders, new Set(credited.map((line) => line.id)), credits, { totalsChanges, orderChanges });
  await syncScopes(w, lines);
  const known = new Set([...lines, ...credited].map((line) => line.id));
  const affected = [...lines, ...credited, ...(await findAffectedLines(w, orderChanges, known))];
  return updateAllocations(w, affected, totalsChanges, [invoiceId]);
}

/** The lines that the changed lines credit now, or credited before the change. */
async function creditedLines(
  w: Work,
  lines: readonly CostLineRow[],
  current: readonly CurrentAllocation[],
): Promise<CostLineRow[]> {
  const own = new Set(lines.map((line) => line.id));
  const ids = new Set([...lines, ...current].flatMap((row) => row.creditsLineId ?? []));
  return linesById(
    w,
    [...ids].filter((id) => !own.has(id)),
  );
}

async function syncScopes(w: Work, lines: readonly CostLineRow[]): Promise<void> {
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
 * Brings costs up to date after the caller wrote new weights or volumes of orders: recomputes exactly those lines that
 * are shared over these orders by weight or volume. Returns how many lines were recomputed.
 */
export async function resyncOrders(w: Work, orderIds: readonly string[]): Promise<{ lines: number }> {
  await recordOrders(w, orderIds);
  const orderChanges = new OrderChanges();
  const orders = await ordersById(w, orderIds);
  for (const order of orders) orderChanges.add({ ...order, productIds: [order.productId] }, 'MEASURES');
  await react(w, 'order.changed', {
    orders: orders.map(({ id, units }) => ({ id, unitsBefore: units, units, isByCredit: false })),
  });
  const affected = await findAffectedLines(w, orderChanges, new Set());
  await updateAllocations(w, affected, new TotalsChanges(), []);
  return { lines: affected.length };
}

/**
 * Sets how many units of these orders count beside what is invoiced: surplus less what was never sent (stock §1). Their
 * costs are shared over the units that they have then.
 */
export async function setAdjustedUnits(w: Work, adjusted: ReadonlyMap<string, bigint>): Promise<void> {
  const orders = (await ordersById(w, [...adjusted.keys()])).filter(
    ({ id, adjustedUnits }) => adjusted.get(id) !== adjustedUnits,
  );
  if (orders.length === 0) return;
  const totalsChanges = new TotalsChanges();
  const orderChanges = new OrderChanges();
  const ownLines: string[] = [];
  for (const order of orders) {
    const by = (adjusted.get(order.id) ?? 0n) - order.adjustedUnits;
    const change = unitsChange(order.units, order.units + by);
    // With its last units an order loses what it costs itself, and gets it back with its first.
    if (change === 'SET') ownLines.push(order.lineId);
    await updateOrder(w, order.id, {
      units: order.units + by,
      adjusted_units: order.adjustedUnits + by,
    });
    totalsChanges.units(order.productId, by);
    totalsChanges.order(order.id);
    orderChanges.add({ ...order, productIds: [order.productId] }, change);
  }
  await recordOrders(
    w,
    orders.map(({ id }) => id),
  );
  const lines = await linesById(w, ownLines);
  const affected = await findAffectedLines(w, orderChanges, new Set(ownLines));
  await updateAllocations(w, [...lines, ...affected], totalsChanges, []);
}

/** What was written of shipments, as it was before and as it is after. */
interface TouchedShipments extends Partial<ShipmentTargets> {
  /** The orders whose units are divided into pack lists in another way than before. */
  readonly dividedOrderIds?: readonly string[];
}

/**
 * Brings costs up to date after pack lists, carton rows or plans were written: recomputes the lines that are shared
 * over them, or over something that is in a carton row or in a plan with them, of closed invoices too. Where an order
 * is divided in another way, its other pack lists may have other parts of what it bears, by a minor unit each, so lines
 * by value or duty over these are recomputed too. The caller holds the cost lock.
 */
export async function resyncShipments(w: Work, touched: TouchedShipments): Promise<void> {
  const { packListIds = [], cartonIds = [], planIds = [], dividedOrderIds = [] } = touched;
  if (packListIds.length + cartonIds.length + planIds.length === 0) return;
  const targets = await targetsAround(w, { packListIds, cartonIds, planIds });
  const hits = await findDependentLines(
    w,
    targets.map((target) => ({ ...target, change: 'SET' })),
  );
  const lines = await linesById(w, [...new Set(hits.map(({ lineId }) => lineId))]);
  const byParts = await linesOverPackLists(w, dividedOrderIds, isByParts, new Set(lines.map(({ id }) => id)));
  await updateAllocations(w, [...lines, ...byParts], new TotalsChanges(), []);
}

/** Whether a line is shared by what its pack lists have of the money of their orders. */
const isByParts = (line: CostLineRow): boolean =>
  isDutyLine(line) || (line.basis ?? defaultBasisOf(line.costType)) === 'VALUE';

/**
 * Shares lines again of which an order or a pack list bears a part that has no units left, as an earlier release left
 * them (stock §2). Takes the cost lock only if there is one, because the checks that call this read for long, and what
 * they lock nobody can write until they end.
 */
export async function shareWhatIsStranded(w: Work): Promise<void> {
  if ((await strandedLines(w)).length === 0) return;
  await lockCosts(w);
  const lines = await linesById(w, await strandedLines(w));
  if (lines.length > 0) await updateAllocations(w, lines, new TotalsChanges(), []);
}

/** Brings lines by duty over the pack lists of these orders up to date, after what duty is computed from changed. */
export async function resyncDuty(w: Work, orderIds: readonly string[]): Promise<void> {
  const lines = await dutyLinesOver(w, orderIds, new Set());
  if (lines.length > 0) await updateAllocations(w, lines, new TotalsChanges(), []);
}

/** The lines by duty over the pack lists of these orders, without those with these ids. */
const dutyLinesOver = async (
  w: Work,
  orderIds: readonly string[],
  except: ReadonlySet<string>,
): Promise<CostLineRow[]> =>
  orderIds.length > 0 && (await hasDutyLines(w)) ? linesOverPackLists(w, orderIds, isDutyLine, except) : [];

/** The lines over pack lists of these orders, or over what is with them, that are so; without those with these ids. */
async function linesOverPackLists(
  w: Work,
  orderIds: readonly string[],
  isMeant: (line: CostLineRow) => boolean,
  except: ReadonlySet<string>,
): Promise<CostLineRow[]> {
  if (orderIds.length === 0) return [];
  const hits = await findDependentLines(
    w,
    orderIds.map((id) => ({ type: 'ORDER', id, change: 'PARTS' })),
  );
  const ids = hits.flatMap(({ lineId, type }) => (type === 'ORDER' || except.has(lineId) ? [] : lineId));
  return (await linesById(w, [...new Set(ids)])).filter(isMeant);
}

/**
 * Stores the changed allocations, updates the sums that depend on them, and notifies open tabs. Returns the invoices
 * whose sums may have changed.
 */
async function updateAllocations(
  w: Work,
  affected: readonly CostLineRow[],
  totalsChanges: TotalsChanges,
  invoiceIds: readonly string[],
): Promise<string[]> {
  // Freight and insurance are weights of duty, so that lines by duty come last.
  const first = await reallocate(
    w,
    affected.filter((line) => !isDutyLine(line)),
    totalsChanges,
  );
  const byDuty = affected.filter(isDutyLine);
  const known = new Set(byDuty.map(({ id }) => id));
  const moved = await dutyLinesOver(w, first.freightMovedOn, known);
  const second = await reallocate(w, [...byDuty, ...moved], totalsChanges);
  const affectedInvoices = [...new Set([...first.invoiceIds, ...second.invoiceIds])];
  const products = totalsChanges.productIds;
  await saveProductTotals(w, totalsChanges.apply(await productTotals(w, products)));
  await refreshBundlesOf(w, products);
  const { orderIds, productIdsWithoutOrder: productIds } = totalsChanges;
  if (orderIds.length + productIds.length > 0) await react(w, 'order.costs-changed', { orderIds, productIds });
  const summed = [...new Set([...invoiceIds, ...affectedInvoices])];
  const hasFigures = await refreshInvoiceTotals(w, summed);
  // From its first cost on, the currency of an account cannot be changed, because sums are stored in that currency.
  if (hasFigures && (await markFirstCost(w))) await emit(w, changed('account', [w.scope.accountId]));
  await reopenAndNotify(w, affectedInvoices);
  const otherInvoices = affectedInvoices.filter((id) => !invoiceIds.includes(id));
  await emit(
    w,
    ...(products.length > 0 ? [changed('products', products), changed('costs', products)] : []),
    ...(otherInvoices.length > 0 ? [changed('invoices', otherInvoices)] : []),
  );
  return summed;
}

/**
 * A change elsewhere, such as a removed exchange rate or a deleted order, can leave costs of a closed invoice
 * unassigned. This function re-opens such invoices and notifies the members.
 */
async function reopenAndNotify(w: Work, invoiceIds: readonly string[]): Promise<void> {
  for (const { id, number, version } of await reopenUnassigned(w, invoiceIds)) {
    await record(
      w,
      {
        action: 'invoice.reopened',
        subjectIds: [id],
        historyOf: id,
        details: { changes: [{ field: 'status', from: 'CLOSED', to: 'OPEN' }] },
      },
      changed('invoices', [id], version),
    );
    await notify(w, {
      type: 'ACTION_NEEDED',
      summary: say('notice.invoice_reopened', { number }),
      message: [say('notice.costs_left_unassigned')],
      about: { type: 'INVOICE', id },
    });
  }
}

interface Reallocated {
  /** The invoices whose sums may have changed. */
  readonly invoiceIds: readonly string[];
  /** The orders of which entries of freight or insurance are others now. */
  readonly freightMovedOn: readonly string[];
}

/** Recomputes lines and their credits, and stores the allocations that changed. */
async function reallocate(w: Work, lines: readonly CostLineRow[], totalsChanges: TotalsChanges): Promise<Reallocated> {
  if (lines.length === 0) return { invoiceIds: [], freightMovedOn: [] };
  const { worked } = await workOut(w, lines);
  const idle = lines.filter((line) => !counts(line));
  const ids = [...new Set([...worked.map((x) => x.line.id), ...idle.map((line) => line.id)])];
  const current = new Map((await currentAllocations(w, ids)).map((a) => [a.lineId, a]));
  const gone: CurrentAllocation[] = [];
  const moved: { allocation: CurrentAllocation; isProvisional: boolean }[] = [];
  const heads: Parameters<typeof insertAllocations>[1][number][] = [];
  const entries: Parameters<typeof insertAllocations>[2][number][] = [];
  const invoices = new Set(idle.map((line) => line.invoiceId));
  const freightMovedOn = new Set<string>();
  for (const line of idle) {
    const before = current.get(line.id);
    if (before) gone.push(before);
  }
  for (const each of worked) {
    const { line } = each;
    const before = current.get(line.id);
    const row = allocationRow(w, each);
    const isProvisional = line.status === 'WORKING';
    // The recoverable tax of a credit depends on the recoverable tax of the credited line, which is not a cost and
    // therefore not part of the allocation.
    if (line.creditsLineId !== null) invoices.add(line.invoiceId);
    if (before?.fingerprint === row.fingerprint) {
      if (before.isProvisional !== isProvisional) moved.push({ allocation: before, isProvisional });
      continue;
    }
    if (before) gone.push(before);
    invoices.add(line.invoiceId);
    heads.push({ ...row.head, is_provisional: isProvisional });
    for (const entry of row.entries) {
      entries.push(entry);
      if (isFreight(line.costType) && entry.layer_id !== null) freightMovedOn.add(entry.layer_id);
      totalsChanges.entryOf(entry.product_id, entry.layer_id);
      totalsChanges.entry(
        entry.product_id,
        { category: line.costType, accountMinor: entry.account_minor, excluded: line.isExcluded },
        1,
        isProvisional,
      );
    }
  }
  for (const a of gone)
    for (const e of a.entries) {
      if (isFreight(e.category) && e.layerId !== null) freightMovedOn.add(e.layerId);
      totalsChanges.entryOf(e.productId, e.layerId);
      totalsChanges.entry(
        e.productId,
        { category: e.category, accountMinor: e.accountMinor, excluded: a.isExcluded },
        -1,
        a.isProvisional,
      );
    }
  await supersede(
    w,
    gone.map((a) => a.id),
  );
  await insertAllocations(w, heads, entries);
  await updateProvisionalMarks(w, moved, totalsChanges);
  return { invoiceIds: [...invoices], freightMovedOn: [...freightMovedOn] };
}

/** The categories that duty is charged on, beside goods. */
const isFreight = (category: CostCategory): boolean => category === 'SHIPPING' || category === 'INSURANCE';

/** Marks unchanged cost entries as provisional or final, after their invoice was re-opened for work or confirmed. */
async function updateProvisionalMarks(
  w: Work,
  moved: readonly { allocation: CurrentAllocation; isProvisional: boolean }[],
  totalsChanges: TotalsChanges,
): Promise<void> {
  for (const isProvisional of [true, false]) {
    const flipped = moved.filter((m) => m.isProvisional === isProvisional).map((m) => m.allocation);
    await markProvisional(
      w,
      flipped.map((a) => a.id),
      isProvisional,
    );
    for (const a of flipped)
      if (!a.isExcluded) for (const e of a.entries) totalsChanges.provisional(e.productId, isProvisional ? 1 : -1);
  }
}

/**
 * Sums cost entries per product. A preview uses this function twice: for the costs before the change and for those
 * after it.
 */
export const perProduct = (entries: readonly { productId: string; accountMinor: bigint }[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const e of entries) sums.set(e.productId, (sums.get(e.productId) ?? 0n) + e.accountMinor);
  return sums;
};
