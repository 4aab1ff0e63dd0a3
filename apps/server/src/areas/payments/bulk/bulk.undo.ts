import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import type { Kept, Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { type BulkPayload, printOf } from './bulk.service.ts';
import { findLedgers } from '../ledger/ledger.views.ts';
import { loggedPayments } from '../payments-log.ts';
import { removeSchedules } from '../rows/schedules.queries.ts';
import { forgetInvoices } from '../schedule/schedules.service.ts';
import { reverseSettledBefore } from '../pay/transfer-undo.service.ts';
import { findTransfers } from '../rows/transfers.queries.ts';

const NAMED = 100;

/**
 * Undoes an operation on many bills: the payments that it recorded, and then the schedules that it made. A schedule of
 * which something was settled or changed since stays, and so does everything on an invoice that was closed since.
 */
export const undoBulk: Undoer = async (w, kept) => {
  const { schedules, transferIds } = kept as BulkPayload;
  await lockCosts(w);
  const recorded = (await findTransfers(w, transferIds)).filter(({ reversed_at }) => reversed_at === null);
  if (recorded.length > 0) await reverseSettledBefore(w, recorded);
  const stay = await removeUntouched(w, schedules);
  return {
    restored: transferIds.length > 0 ? recorded.length : schedules.length - stay.length,
    keptCount: stay.length,
    kept: stay.slice(0, NAMED),
  };
};

/** Removes the schedules that nobody has worked with since. Returns the others. */
async function removeUntouched(w: Work, schedules: BulkPayload['schedules']): Promise<Kept[]> {
  const ledgers = new Map(
    (
      await findLedgers(
        w,
        schedules.map(({ invoiceId }) => invoiceId),
      )
    ).map((ledger) => [ledger.invoice.id, ledger]),
  );
  const stay: Kept[] = [];
  const gone = schedules.flatMap(({ invoiceId, scheduleId, print }) => {
    const ledger = ledgers.get(invoiceId);
    if (!ledger || ledger.schedule.id !== scheduleId) return [];
    const { invoice, entries, payments } = ledger;
    const isUsed = entries.length > 0 || (invoice.status === 'CLOSED' && !invoice.isBeforePayments);
    if (!isUsed && printOf(payments) === print) return [ledger];
    stay.push({ id: invoiceId, label: invoice.number, reason: isUsed ? 'USED' : 'EDITED' });
    return [];
  });
  const supplierIds = await removeSchedules(
    w,
    gone.map(({ schedule }) => schedule.id),
  );
  await forgetInvoices(
    w,
    gone.map(({ invoice }) => invoice.id),
  );
  await recordEach(
    w,
    gone.map(({ schedule, invoice, payments }) => ({
      action: 'invoice-payment.deleted',
      subjectIds: [schedule.id],
      historyOf: invoice.id,
      details: {
        name: invoice.number,
        changes: [{ field: 'payments', from: loggedPayments(payments, invoice.currency), to: null }],
      },
    })),
    ...(gone.length === 0
      ? []
      : [
          changed(
            'payments',
            gone.map(({ schedule }) => schedule.id),
          ),
          changed(
            'invoices',
            gone.map(({ invoice }) => invoice.id),
          ),
          changed('suppliers', supplierIds),
        ]),
  );
  return stay;
}
