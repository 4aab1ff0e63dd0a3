import type { PurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import type { InvoicePayment } from '@quayside/contracts/payments/payments';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import { checkTypedDeposit } from '@quayside/domain/payables/deposits';
import { sumOf } from '@quayside/domain/payables/instalments';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { getBill } from '../lists/bills.service.ts';
import { findDepositsOfOrder } from '../lists/deposits.views.ts';
import { saveTypedDeposit } from '../ledger/deposits.queries.ts';
import { findConnected, findOrderFacts, findOrderLedgers } from '../ledger/ledger.views.ts';
import { payablesOfOrder } from '../lists/payables.list.views.ts';
import { toPayment } from '../lists/payments.answers.ts';
import { inCurrency } from '../payments-log.ts';
import type { BodyOf } from '../payments.types.ts';
import { requireOpenLedger } from '../schedule/schedules.service.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { amountOrNull } from '../lists/values.ts';
import { roomOf } from '../ledger/work-out-all.ts';

/** The instalments of a purchase order, and what became of what was paid on them. Throws 404 if it does not exist. */
export async function getPurchaseOrderPayments(w: Work, orderId: string): Promise<PurchaseOrderPayments> {
  const order = (await findOrderFacts(w, [orderId])).get(orderId);
  if (!order) throw new AppError('purchasing.unknown');
  const [ledger] = await findOrderLedgers(w, [orderId]);
  const payments = await payablesOfOrder(w, orderId);
  const inOrder = (minor: bigint) => formatAmount(minor, order.currency);
  const account = (minor: bigint | null) => amountOrNull(minor, w.scope.currency);
  const schedule = ledger?.schedule;
  const [deposit, applied] = [schedule?.deposit_minor ?? 0n, schedule?.applied_minor ?? 0n];
  const bases = [schedule ? schedule.deposit_base_minor : 0n, schedule ? schedule.applied_base_minor : 0n] as const;
  const credit = ledger?.credit ?? null;
  return {
    purchaseOrderId: orderId,
    currency: order.currency,
    accountCurrency: w.scope.currency,
    total: inOrder(order.totalMinor),
    invoiced: inOrder(schedule?.invoiced_minor ?? 0n),
    open: inOrder(sumOf(payments.map((row) => row.owed_minor))),
    deposit: inOrder(deposit),
    depositBase: account(bases[0]),
    applied: inOrder(applied),
    appliedBase: account(bases[1]),
    left: inOrder(deposit - applied),
    leftBase: account(bases[0] === null || bases[1] === null ? null : bases[0] - bases[1]),
    creditId: credit?.id ?? null,
    payments: payments.map((row) => toPayment(w, row)),
    invoices: (await findDepositsOfOrder(w, orderId)).map((row) => ({
      invoice: { id: row.id, number: row.number },
      amount: inOrder(row.amountMinor),
      base: account(row.baseMinor),
      isTyped: row.isTyped,
    })),
  };
}

/** Sets how much of the deposit of a purchase order an invoice has; null: it is worked out again. */
export async function setDeposit(
  w: Work,
  { invoicePaymentId, purchaseOrderId }: { readonly invoicePaymentId: string; readonly purchaseOrderId: string },
  body: BodyOf<'setDeposit'>,
): Promise<InvoicePayment> {
  await lockCosts(w);
  const { invoice } = await requireOpenLedger(w, invoicePaymentId, body.version);
  const ledgers = await findConnected(w, { invoiceIds: [invoice.id], orderIds: [] });
  const ledger = ledgers.invoices.find((one) => one.invoice.id === invoice.id);
  const order = ledgers.orders.find((one) => one.order.id === purchaseOrderId);
  if (!ledger?.shares.some(({ orderId }) => orderId === purchaseOrderId) || !order) {
    if (!(await findOrderFacts(w, [purchaseOrderId])).has(purchaseOrderId)) throw new AppError('purchasing.unknown');
    throw new AppError('bad_input', { message: say('payments.not_of_this_order') });
  }
  const before = ledger.deposits.find((one) => one.purchase_order_id === purchaseOrderId);
  const typedMinor = body.amount === null ? null : amountOf(body.amount, invoice.currency);
  if (typedMinor !== null) {
    const amountsOf = (deposits: typeof ledger.deposits, isMeant: (orderId: string) => boolean) =>
      sumOf(deposits.filter((one) => isMeant(one.purchase_order_id)).map((one) => one.amount_minor));
    const elsewhere = ledgers.invoices.filter((one) => one.invoice.id !== invoice.id).flatMap((one) => one.deposits);
    const checked = checkTypedDeposit(typedMinor, {
      leftMinor: order.schedule.deposit_minor - amountsOf(elsewhere, (id) => id === purchaseOrderId),
      roomMinor: roomOf(ledger) - amountsOf(ledger.deposits, (id) => id !== purchaseOrderId),
      currency: invoice.currency,
    });
    if (!checked.ok) throw fieldError('amount', checked.message);
  }
  if (typedMinor === (before?.typed_minor ?? null)) return getBill(w, invoice.id);
  await saveTypedDeposit(w, { orderId: purchaseOrderId, invoiceId: invoice.id, day: todayOf(w) }, typedMinor);
  await syncPayables(w, { invoiceIds: [invoice.id], orderIds: [purchaseOrderId] });
  const logged = (minor: bigint | null) => (minor === null ? null : inCurrency(minor, invoice.currency));
  await record(
    w,
    {
      action: 'payment.deposit-typed',
      subjectIds: [invoice.id],
      historyOf: invoice.id,
      details: {
        name: order.order.number,
        changes: [{ field: 'deposit', from: logged(before?.typed_minor ?? null), to: logged(typedMinor) }],
      },
    },
    changed(
      'payments',
      ledger.payments.map(({ id }) => id),
    ),
    changed('invoices', [invoice.id]),
  );
  return getBill(w, invoice.id);
}

function amountOf(text: string, currency: string): bigint {
  const amount = parseAmount(text, currency);
  if (!amount.ok) throw fieldError('amount', amount.message);
  return amount.value;
}
