import { say } from '@quayside/contracts/texts/catalogue';
import { checkScheduleForClosing } from '@quayside/domain/payables/schedule';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { giveFeesBack, requireFeeTotals } from '../bank-fees/bank-fee-payments.service.ts';
import { creditOfNote } from '../credits/credit-notes.service.ts';
import { endCredits, findNoteCredits, usesOfCredits } from '../rows/credits.queries.ts';
import { requiredOf } from '../../../http/field-result.ts';
import { findInvoiceFacts, findLedgers } from '../ledger/ledger.views.ts';
import type { InvoiceFacts } from '../payments.types.ts';
import { scheduleMissing } from '../schedule/schedule-making.service.ts';
import { findSchedule, removeSchedules } from '../rows/schedules.queries.ts';
import { forgetInvoices, usesOf } from '../schedule/schedules.service.ts';
import { followSuppliers } from '../rows/supplier-merge.queries.ts';
import { syncPayables } from '../ledger/sync.service.ts';

/** What payments do when invoices change, in the same transaction. A handler that throws refuses the change. */
export const invoiceReactions: Reactions = {
  'invoice.changed': followChange,
  'invoice.header-changing': refuseOtherSupplier,
  'invoice.moving': allowMove,
  'invoice.moved': followMove,
  'invoice.supplier-merged': followMerge,
};

/** Schedules confirmed invoices whose total is known only now, and follows every other change. */
async function followChange(w: Work, { invoiceIds, totalTyped }: ReactionEvents['invoice.changed']): Promise<void> {
  await requireFeeTotals(w, invoiceIds);
  if (totalTyped) {
    const facts = [...(await findInvoiceFacts(w, invoiceIds)).values()];
    await scheduleMissing(w, facts.filter(isToBeScheduled));
  }
  await syncPayables(w, { invoiceIds, noteIds: invoiceIds });
}

/** Whether an invoice gets a schedule by itself. One from before payments were recorded does not. */
const isToBeScheduled = ({ status, isBeforePayments }: InvoiceFacts): boolean => status === 'OPEN' && !isBeforePayments;

/** While something is settled, an invoice keeps the supplier and the currency in which it was. */
async function refuseOtherSupplier(
  w: Work,
  { invoiceId, from, to }: ReactionEvents['invoice.header-changing'],
): Promise<void> {
  const [ledger] = await findLedgers(w, [invoiceId]);
  const credits = await findNoteCredits(w, [invoiceId]);
  if (!ledger?.entries.length && !credits.some((credit) => credit.used_minor > 0n)) return;
  const errors: FieldProblem[] = [
    ...(from.supplierId === to.supplierId ? [] : [{ field: 'supplierId', message: say('payments.keeps_supplier') }]),
    ...(from.currency === to.currency ? [] : [{ field: 'currency', message: say('payments.keeps_currency') }]),
  ];
  throw new AppError('bad_input', { errors });
}

async function allowMove(w: Work, { invoiceId, move }: ReactionEvents['invoice.moving']): Promise<void> {
  if (move === 'CLOSE') await allowClosing(w, invoiceId);
  if (move === 'REOPEN' || move === 'DELETE') await refuseUsedNote(w, invoiceId);
  if (move === 'DELETE') {
    await giveFeesBack(w, invoiceId);
    const [ledger] = await findLedgers(w, [invoiceId]);
    if (ledger && ledger.entries.length > 0) throw new AppError('payments.has_entries', { uses: usesOf(ledger) });
  }
}

/**
 * An invoice is closed with a schedule that equals its total. One without a schedule gets it by its terms; only those
 * from before payments were recorded are closed without.
 */
async function allowClosing(w: Work, invoiceId: string): Promise<void> {
  const [ledger] = await findLedgers(w, [invoiceId]);
  if (!ledger) {
    const facts = [...(await findInvoiceFacts(w, [invoiceId])).values()];
    const made = await scheduleMissing(
      w,
      facts.filter(({ isBeforePayments }) => !isBeforePayments),
    );
    if (made.length > 0) await syncPayables(w, { invoiceIds: made });
    return;
  }
  const { invoice, payments } = ledger;
  requiredOf(
    checkScheduleForClosing(
      { totalMinor: invoice.totalMinor ?? 0n, currency: invoice.currency },
      payments.map((payment) => payment.amount_minor),
    ),
  );
}

/** A credit note whose credit is in use keeps what it is. */
async function refuseUsedNote(w: Work, invoiceId: string): Promise<void> {
  const used = (await findNoteCredits(w, [invoiceId])).filter((credit) => credit.used_minor > 0n);
  if (used.length === 0) return;
  const uses = await usesOfCredits(
    w,
    used.map(({ id }) => id),
  );
  throw new AppError('payments.credit_used', { uses });
}

async function followMove(w: Work, { invoiceId, move, keepAsCredit }: ReactionEvents['invoice.moved']): Promise<void> {
  if (move === 'CONFIRM') await followConfirmation(w, invoiceId, keepAsCredit === true);
  if (move === 'DELETE') await followDeletion(w, invoiceId);
}

/** A confirmed invoice gets a schedule by its terms, a confirmed credit note becomes a credit. */
async function followConfirmation(w: Work, invoiceId: string, keepAsCredit: boolean): Promise<void> {
  const facts = (await findInvoiceFacts(w, [invoiceId])).get(invoiceId);
  if (!facts) return;
  if (facts.kind === 'CREDIT_NOTE') {
    await creditOfNote(w, facts, keepAsCredit);
    return;
  }
  const made = await scheduleMissing(w, [facts]);
  await syncPayables(w, { invoiceIds: made });
}

/** Instalments, payments and credits belong to the supplier of their invoice. */
async function followMerge(w: Work, { invoiceIds }: ReactionEvents['invoice.supplier-merged']): Promise<void> {
  const { paymentIds, creditIds } = await followSuppliers(w, invoiceIds);
  await emit(
    w,
    ...(paymentIds.length > 0 ? [changed('payments', paymentIds)] : []),
    ...(creditIds.length > 0 ? [changed('credits', creditIds)] : []),
  );
}

async function followDeletion(w: Work, invoiceId: string): Promise<void> {
  const schedule = await findSchedule(w, invoiceId);
  const supplierIds = schedule ? await removeSchedules(w, [schedule.id]) : [];
  await forgetInvoices(w, [invoiceId]);
  const credits = await findNoteCredits(w, [invoiceId]);
  await endCredits(
    w,
    credits.map(({ id }) => id),
  );
  const ids = [...new Set([...supplierIds, ...credits.map((credit) => credit.supplier_id)])];
  if (ids.length > 0) await emit(w, changed('suppliers', ids));
}
