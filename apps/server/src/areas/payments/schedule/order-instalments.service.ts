import { ruleText } from '@quayside/domain/refusal';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { insertOrderSchedule, shareOrderAgain } from '../ledger/deposits.queries.ts';
import { findOrderLedgers } from '../ledger/ledger.views.ts';
import type { OrderLedger, OrderTerm, PaymentRow } from '../payments.types.ts';
import { insertPayments, placePayment, removePayments, savePayment } from '../rows/schedules.queries.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { ALL_ON_INVOICE_DATE } from '../ledger/terms.service.ts';
import { dueColumns, ruleOf } from '../rows/due-columns.ts';
import { isSameRule } from '../rows/due-fields.ts';

/** Makes instalments of the terms of a purchase order that is opened. The caller holds the cost lock. */
export async function makeInstalments(w: Work, orderId: string): Promise<void> {
  await insertOrderSchedule(w, orderId);
  await followOrders(w, [orderId], await findOrderLedgers(w, [orderId]));
}

/**
 * Brings the instalments of purchase orders up to date with their terms and all that follows from them. `ledgers` are
 * what is stored of them, but for suppliers of those in `moved`.
 */
export async function followOrders(
  w: Work,
  orderIds: readonly string[],
  ledgers: readonly OrderLedger[],
  moved: readonly string[] = [],
): Promise<void> {
  const same: OrderLedger[] = [];
  for (const ledger of ledgers) {
    const isSame = ledger.order.status !== 'OPEN' || (await followTerms(w, ledger));
    if (isSame && !moved.includes(ledger.order.id)) same.push(ledger);
  }
  await syncPayables(w, { invoiceIds: [], orderIds, readOrders: same });
}

/** The terms of a purchase order, by which it has instalments. */
const termsOfOrder = (terms: readonly OrderTerm[]): readonly OrderTerm[] =>
  terms.length > 0 ? terms : ALL_ON_INVOICE_DATE.map((term) => ({ ...term, pinnedOn: null }));

/**
 * Gives each term of a purchase order its instalment. An instalment of which something is settled stays, so there must
 * be a term for it. Returns whether each already had the instalment that it has now.
 */
async function followTerms(w: Work, { order, payments: all, entries }: OrderLedger): Promise<boolean> {
  const terms = termsOfOrder(order.terms);
  // What was made for a rest is no term, and comes after them.
  const payments = all.filter((row) => !row.is_rest);
  const hasEntry = new Set(entries.map(({ paymentId }) => paymentId));
  const places = matchTerms(payments, terms, hasEntry);
  const gone = payments.filter((row) => !places.has(row.id));
  if (gone.some((row) => hasEntry.has(row.id)))
    throw new AppError('bad_input', { errors: [{ field: 'paymentTerms', message: ruleText('payment.left_out') }] });
  const taken = new Set(places.values());
  const fresh = terms.flatMap((term, place) => (taken.has(place) ? [] : [{ term, place }]));
  let isShared = gone.length === 0 && fresh.length === 0;
  let isSame = isShared;
  for (const row of payments) {
    const place = places.get(row.id);
    const term = terms[place ?? -1];
    if (place === undefined || term === undefined) continue;
    if (row.hundredths !== term.hundredths) isShared = false;
    if (isSameTerm(row, term) && row.position === place + 1) continue;
    isSame = false;
    await savePayment(w, row, { ...columnsOf(term), position: place + 1 });
  }
  await removePayments(
    w,
    gone.map(({ id }) => id),
  );
  await insertPayments(
    w,
    fresh.map(({ term, place }) => ({
      ...columnsOf(term),
      id: w.newId(),
      purchase_order_id: order.id,
      supplier_id: order.supplierId ?? '',
      currency: order.currency,
      position: place + 1,
      amount_minor: 0n,
    })),
  );
  for (const [i, row] of all.filter(({ is_rest }) => is_rest).entries()) {
    const position = terms.length + i + 1;
    if (row.position === position) continue;
    isSame = false;
    await placePayment(w, row.id, position);
  }
  if (!isShared) await shareOrderAgain(w, order.id);
  return isSame;
}

const columnsOf = ({ hundredths, pinnedOn, ...rule }: OrderTerm) => ({
  hundredths,
  ...dueColumns(rule),
  pinned_on: pinnedOn,
});

const isSameTerm = (row: PaymentRow, term: OrderTerm): boolean =>
  row.hundredths === term.hundredths && isSameDue(row, term) && row.pinned_on === term.pinnedOn;
const isSameDue = (row: PaymentRow, term: OrderTerm): boolean =>
  isSameRule({ ...ruleOf(row), pinnedDay: null }, { ...term, pinnedDay: null });

/**
 * Which term each instalment has, by its place: the one that is as before, else the one that is most like it, else the
 * next. Instalments of which something is settled choose first.
 */
function matchTerms(
  payments: readonly PaymentRow[],
  terms: readonly OrderTerm[],
  hasEntry: ReadonlySet<string>,
): Map<string, number> {
  const places = new Map<string, number>();
  const inTurn = [...payments.filter(({ id }) => hasEntry.has(id)), ...payments.filter(({ id }) => !hasEntry.has(id))];
  const likeness: readonly ((row: PaymentRow, term: OrderTerm, place: number) => boolean)[] = [
    (row, term, place) => isSameTerm(row, term) && row.position === place + 1,
    isSameTerm,
    (row, term) => row.hundredths === term.hundredths && isSameDue(row, term),
    (row, _, place) => row.position === place + 1,
    () => true,
  ];
  for (const isLike of likeness)
    for (const row of inTurn) {
      if (places.has(row.id)) continue;
      const taken = new Set(places.values());
      const place = terms.findIndex((term, i) => !taken.has(i) && isLike(row, term, i));
      if (place >= 0) places.set(row.id, place);
    }
  return places;
}
