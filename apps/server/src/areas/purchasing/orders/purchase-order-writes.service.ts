import { say } from '@quayside/contracts/texts/catalogue';
import { todayIn } from '@quayside/domain/days/days';
import type { Work } from '../../../db/tx.ts';
import type { AuditEntry } from '../../../events/audit-actions.ts';
import { changed, record, recordAtEnd } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, fieldError, type FieldProblem } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { listDocumentsOf } from '../../documents/public.ts';
import { findProposal } from '../../rates/public.ts';
import { maskedBankText, requireSupplier, termsOfSuppliers } from '../../suppliers/public.ts';
import { findItemsOf, type ItemRow, orderItems } from '../rows/items.queries.ts';
import {
  checkItems,
  deleteItems,
  type ItemDraft,
  type ItemOrder,
  type ItemWrite,
  storeItems,
  syncSums,
  writtenItem,
} from '../items/items.service.ts';
import { closeInvoiced, requireCompleteOrder } from './order-status.service.ts';
import { inCurrency, movedItem, orderChanges, removedItem } from '../rows/purchase-order-log.ts';
import { factsOfOrder, isSupplierFixed } from './purchase-orders.answers.ts';
import {
  blankOrder,
  changedFields,
  type FromSupplier,
  mergeOrder,
  type OrderFields,
  PRINTED,
  withSupplier,
} from '../rows/purchase-order-header.ts';
import { copiedTerms, sharesOf } from '../rows/purchase-order-terms.rules.ts';
import {
  fieldsOfOrder,
  insertOrder,
  type OrderRow,
  saveOrderFields,
  takeNumber,
} from '../rows/purchase-orders.queries.ts';
import { getPurchaseOrder, requireOpenOrder, requireOrderHead, thisYear } from './purchase-orders.service.ts';
import type { BodyOf, HeaderPatch, PurchaseOrderWithItems } from '../purchasing.types.ts';

/** What a supplier brings to a purchase order; undefined without one. */
async function fromSupplier(w: Work, supplierId: string | null): Promise<FromSupplier | undefined> {
  if (supplierId === null) return undefined;
  const { currency } = await requireSupplier(w, supplierId);
  const terms = (await termsOfSuppliers(w, [supplierId])).get(supplierId);
  return {
    currency,
    shippingMethod: (terms?.shippingMethod ?? null) as FromSupplier['shippingMethod'],
    terms: copiedTerms(terms?.paymentTerms ?? []),
    leadTimes: terms?.leadTimes ?? [],
    bankingDetails: await maskedBankText(w, supplierId),
  };
}

/** Applies a patch to the header, together with what a newly chosen supplier brings. */
async function planOrder(
  w: Work,
  before: OrderFields,
  patch: HeaderPatch,
  order: { readonly id: string; readonly status: OrderRow['status']; readonly itemCount: number },
): Promise<OrderFields> {
  const isNewSupplier = patch.supplierId !== undefined && patch.supplierId !== before.supplierId;
  const next = isNewSupplier ? await fromSupplier(w, patch.supplierId ?? null) : undefined;
  const former = next && before.supplierId !== null ? await fromSupplier(w, before.supplierId) : undefined;
  const base = next ? withSupplier(before, former, next, order.itemCount) : before;
  const facts = { accountCurrency: w.scope.currency, status: order.status, itemCount: order.itemCount };
  const { fields, errors } = mergeOrder(base, patch, facts);
  const all = [...errors, ...(await refusalsOfAttachments(w, order.id, before, fields))];
  if (all.length > 0) throw new AppError('bad_input', { errors: all });
  await refuseRate(w, patch, fields);
  return fields;
}

/** Only documents of the purchase order can be sent with it. One that was chosen before may stay after its deletion. */
async function refusalsOfAttachments(
  w: Work,
  orderId: string,
  before: OrderFields,
  fields: OrderFields,
): Promise<FieldProblem[]> {
  if (fields.attachmentIds.length === 0) return [];
  const known = new Set(before.attachmentIds);
  for (const document of await listDocumentsOf(w, { type: 'PURCHASE_ORDER', id: orderId })) known.add(document.id);
  return fields.attachmentIds.flatMap((id, i) =>
    known.has(id) && fields.attachmentIds.indexOf(id) === i
      ? []
      : [{ field: `attachmentIds.${i}`, message: say('not_in_account') }],
  );
}

/** A rate counts as accepted from the table of rates only if it is the proposal as it is now. */
async function refuseRate(
  w: Work,
  patch: HeaderPatch,
  { currency, rate, rateDate, orderDate }: OrderFields,
): Promise<void> {
  if (patch.rateSource !== 'feed' || rate === null) return;
  const on = orderDate ?? todayIn(w.now.getTime(), w.scope.timeZone);
  const proposal = await findProposal(w, { from: currency, to: w.scope.currency, on });
  if (proposal?.rate !== rate || proposal.day !== rateDate) throw fieldError('rate', say('rates.changed'));
}

/** Creates a draft. */
export async function createPurchaseOrder(
  w: Work,
  body: BodyOf<'createPurchaseOrder'>,
): Promise<PurchaseOrderWithItems> {
  await lockCosts(w);
  const { items = [], ...patch } = body;
  const id = w.newId();
  const number = patch.internalPoNumber ?? (await takeNumber(w, thisYear(w)));
  const blank = blankOrder(number, w.scope.currency, todayIn(w.now.getTime(), w.scope.timeZone));
  const fields = await planOrder(w, blank, patch, { id, status: 'DRAFT', itemCount: 0 });
  await insertOrder(w, id, fields);
  const order = { id, currency: fields.currency, supplierId: fields.supplierId };
  const writes = await checkItems(
    w,
    order,
    items.map((item, i): ItemDraft => ({ id: w.newId(), row: undefined, patch: item, path: `items.${i}.` })),
  );
  await storeItems(w, order, writes);
  await syncSums(w, id);
  const head = await requireOrderHead(w, id);
  const changes = [
    ...orderChanges(undefined, fields),
    { field: 'total' as const, from: null, to: inCurrency(head.total_minor, fields.currency) },
  ];
  await record(
    w,
    {
      action: 'purchase-order.created',
      subjectIds: [id],
      historyOf: id,
      details: { name: fields.poNumber, changes, lines: writes.map((write) => writtenItem(write, fields.currency)) },
    },
    changed('purchase-orders', [id], 1),
  );
  await react(w, 'purchase-order.changed', { orderIds: [id] });
  return getPurchaseOrder(w, id);
}

/** A checked change of a purchase order. */
export interface OrderPlan {
  readonly fields: OrderFields;
  readonly writes: readonly ItemWrite[];
  readonly removed: readonly ItemRow[];
  /** The ids of all items in their new order; undefined if the order of items stays. */
  readonly order?: readonly string[];
  /** The item that a person moved, with its places before and after. */
  readonly moved?: { readonly id: string; readonly from: number; readonly to: number };
}

/** Changes the header, and replaces the items if the body has any. */
export async function updatePurchaseOrder(
  w: Work,
  id: string,
  body: BodyOf<'updatePurchaseOrder'>,
): Promise<PurchaseOrderWithItems> {
  await lockCosts(w);
  const { items, version, ...patch } = body;
  const row = await requireOpenOrder(w, id, version);
  const fields = await planChange(w, row, patch);
  await saveOrderPlan(w, row, { fields, ...(await planItems(w, row, fields, items)) });
  return getPurchaseOrder(w, id);
}

/** Checks a change of the header. Supplier and currency are fixed once the purchase order is sent, paid or invoiced. */
export async function planChange(w: Work, row: OrderRow, patch: HeaderPatch): Promise<OrderFields> {
  const before = fieldsOfOrder(row);
  const fields = await planOrder(w, before, patch, { id: row.id, status: row.status, itemCount: row.item_count });
  const isOther = {
    supplierId: fields.supplierId !== before.supplierId,
    currency: fields.currency !== before.currency,
  };
  if (!isOther.supplierId && !isOther.currency) return fields;
  if (isSupplierFixed(await requireOrderHead(w, row.id)))
    throw fieldError(isOther.supplierId ? 'supplierId' : 'currency', say('purchasing.supplier_fixed'));
  await react(w, 'purchase-order.header-changing', { orderId: row.id, from: before, to: fields });
  return fields;
}

async function planItems(
  w: Work,
  row: OrderRow,
  { currency, supplierId }: OrderFields,
  items: BodyOf<'updatePurchaseOrder'>['items'],
): Promise<Omit<OrderPlan, 'fields'>> {
  if (items === undefined) return { writes: [], removed: [] };
  const stored = await findItemsOf(w, row.id);
  const kept = namedItems(stored, items);
  const order: ItemOrder = { id: row.id, currency, supplierId };
  const drafts = items.map(
    ({ id, ...patch }, i): ItemDraft => ({
      id: id ?? w.newId(),
      row: kept.get(id ?? ''),
      patch,
      path: `items.${i}.`,
    }),
  );
  const writes = await checkItems(w, order, drafts);
  const ids = drafts.map((draft) => draft.id);
  const isSameOrder = ids.join() === stored.flatMap((item) => (kept.has(item.id) ? item.id : [])).join();
  return { writes, removed: stored.filter((item) => !kept.has(item.id)), ...(!isSameOrder && { order: ids }) };
}

/** The stored items that the body names. Throws 422 if an id is not that of an item of this purchase order. */
function namedItems(
  stored: readonly ItemRow[],
  items: NonNullable<BodyOf<'updatePurchaseOrder'>['items']>,
): Map<string, ItemRow> {
  const byId = new Map(stored.map((row) => [row.id, row]));
  const kept = new Map<string, ItemRow>();
  const errors: FieldProblem[] = [];
  for (const [i, { id }] of items.entries()) {
    if (id === undefined) continue;
    const row = byId.get(id);
    if (row && !kept.has(id)) kept.set(id, row);
    else
      errors.push({
        field: `items.${i}.id`,
        message: row ? say('purchasing.item_twice') : say('purchasing.no_item_of_this'),
      });
  }
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return kept;
}

/** Writes a checked change. An open purchase order must stay complete. Nothing is written if nothing changes. */
export async function saveOrderPlan(w: Work, row: OrderRow, plan: OrderPlan): Promise<void> {
  const { fields, writes, removed, order, moved } = plan;
  const before = fieldsOfOrder(row);
  const keys = changedFields(before, fields);
  const hasNewItems = writes.length > 0 || removed.length > 0 || order !== undefined;
  if (keys.length === 0 && !hasNewItems) return;
  if (row.status === 'OPEN')
    requireCompleteOrder({
      hasSupplier: fields.supplierId !== null,
      hasDate: fields.orderDate !== null,
      // The items are not written yet.
      hasAmount: true,
      sharesHundredths: sharesOf(fields.terms),
    });
  const isPrinted = hasNewItems || keys.some((key) => PRINTED.includes(key));
  const version = row.version + 1;
  await saveOrderFields(w, row.id, fields, { version, ...(isPrinted && { content: row.content + 1 }) });
  await deleteItems(w, removed);
  await storeItems(w, { id: row.id, currency: fields.currency, supplierId: fields.supplierId }, writes);
  await orderItems(w, order ?? []);
  const now = await sumsNow(w, row, hasNewItems || fields.currency !== row.currency);
  const totals = [inCurrency(row.total_minor, row.currency), inCurrency(now.total_minor, fields.currency)] as const;
  const audit: AuditEntry = {
    action: 'purchase-order.changed',
    subjectIds: [row.id],
    historyOf: row.id,
    details: {
      changes: [
        ...orderChanges(before, fields),
        ...(totals[0] === totals[1] ? [] : [{ field: 'total' as const, from: totals[0], to: totals[1] }]),
      ],
      lines: [
        ...writes.map((write) => writtenItem(write, fields.currency)),
        ...removed.map((item) => removedItem(item, row.currency)),
        ...(moved ? [movedItem(moved)] : []),
      ],
    },
  };
  await recordAtEnd(w, [audit], changed('purchase-orders', [row.id], version));
  await react(w, 'purchase-order.changed', { orderIds: [row.id] });
  // The rest that was not invoiced is ordered no more.
  if (row.left_count > 0 && now.left_count === 0) await closeInvoiced(w, [row.id]);
}

/** The sums of a purchase order that was written, of which `isOther` says whether they can be others than before. */
async function sumsNow(
  w: Work,
  row: OrderRow,
  isOther: boolean,
): Promise<Pick<OrderRow, 'total_minor' | 'left_count'>> {
  if (!(await syncSums(w, row.id, isOther))) return row;
  const head = await requireOrderHead(w, row.id);
  if (row.status === 'OPEN') requireCompleteOrder(factsOfOrder(head));
  return head;
}
