import type { InvoicePayment } from '@quayside/contracts/payments/payments';
import { reduceEntries, type InstalmentEntry } from '@quayside/domain/payables/entries';
import { takeSurplus, surplusOf } from '@quayside/domain/payables/reshare';
import { assumedBase, rateOfDocument } from '@quayside/domain/payables/settle';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { moveFee } from '../rows/bank-fees.queries.ts';
import { getBill } from '../lists/bills.service.ts';
import { findUse, insertCredit, insertUses, reverseUses } from '../rows/credits.queries.ts';
import { requiredOf } from '../../../http/field-result.ts';
import { inCurrency } from '../payments-log.ts';
import type { EntryRow, Ledger } from '../payments.types.ts';
import { totalOf } from '../schedule/schedule-making.service.ts';
import { savePayment } from '../rows/schedules.queries.ts';
import { requireOpenLedger } from '../schedule/schedules.service.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { findLiveEntries } from '../ledger/targets.views.ts';
import { insertEntries, type NewEntry, reverseRows } from '../rows/transfers.queries.ts';
import { storedInstalment } from '../ledger/work-out.ts';

/**
 * Keeps by what all that is settled exceeds the total as a credit: the newest entries of the last paid instalments are
 * corrected to the smaller amount. The rest of a payment is a credit, and a used credit gets its part back.
 */
export async function takeInvoiceSurplus(w: Work, id: string, version: number | undefined): Promise<InvoicePayment> {
  await lockCosts(w);
  const ledger = await requireOpenLedger(w, id, version);
  const { invoice, schedule, payments } = ledger;
  const totalMinor = requiredOf(totalOf(invoice));
  const instalments = payments.map(storedInstalment);
  const surplus = surplusOf(totalMinor, instalments);
  if (surplus <= 0n) throw new AppError('bad_input', { message: { code: 'payments.no_surplus' } });
  const creditIds = new Set<string>();
  for (const given of takeSurplus(totalMinor, instalments)) {
    const payment = payments.find((one) => one.id === given.id);
    if (!payment) continue;
    const rows = await findLiveEntries(w, { paymentId: payment.id });
    for (const creditId of await reduce(w, ledger, rows, given.givesUpMinor)) creditIds.add(creditId);
    await savePayment(w, payment, {
      amount_minor: given.amountMinor,
      settled_minor: payment.settled_minor - given.givesUpMinor,
    });
  }
  await syncPayables(w, { invoiceIds: [invoice.id], creditIds: [...creditIds] });
  await record(
    w,
    {
      action: 'invoice-payment.surplus-taken',
      subjectIds: [schedule.id],
      historyOf: invoice.id,
      details: { name: invoice.number, facts: { credit: inCurrency(surplus, invoice.currency) } },
    },
    changed('payments', [schedule.id]),
    changed('credits', [...creditIds]),
  );
  return getBill(w, invoice.id);
}

/** Takes an amount off the entries of an instalment. Returns the credits that were made or given back. */
async function reduce(w: Work, ledger: Ledger, rows: readonly EntryRow[], givesUpMinor: bigint): Promise<string[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const creditIds: string[] = [];
  for (const reduction of reduceEntries(givesUpMinor, rows.map(entryOf))) {
    const row = byId.get(reduction.id);
    if (!row) continue;
    await reverseRows(w, { entryIds: [row.id] });
    if (reduction.kind === 'CREDIT') creditIds.push(...(await giveBack(w, row, reduction.keptMinor)));
    else {
      if (reduction.keptMinor > 0n || row.fee_minor > 0n) {
        const kept = replacing(w, row, { amount_minor: reduction.keptMinor, base_minor: reduction.keptBaseMinor });
        await insertEntries(w, [kept]);
        await moveFee(w, row.id, kept.id);
      }
      const id = w.newId();
      creditIds.push(id);
      await insertCredit(w, {
        id,
        supplier_id: ledger.payments[0]?.supplier_id ?? '',
        currency: ledger.invoice.currency,
        source: 'OVERPAYMENT',
        invoice_id: ledger.invoice.id,
        transfer_id: row.transfer_id,
        amount_minor: reduction.restMinor,
        base_minor: reduction.restBaseMinor ?? worthOf(w, ledger, reduction.restMinor),
      });
    }
  }
  return creditIds;
}

/** The worth of an assumed rest at the rate of the invoice; null without a rate. */
function worthOf(w: Work, { invoice }: Ledger, amountMinor: bigint): bigint | null {
  const document = { currency: invoice.currency, accountCurrency: w.scope.currency, rate: invoice.rate };
  return rateOfDocument(document) ? assumedBase(document, amountMinor) : null;
}

const entryOf = (row: EntryRow): InstalmentEntry => ({
  id: row.id,
  kind: row.kind,
  day: row.day,
  rank: Number(row.rank),
  amountMinor: row.amount_minor,
  baseMinor: row.base_minor,
});

/** An entry at the place of another one. */
const replacing = (w: Work, row: EntryRow, values: Pick<NewEntry, 'amount_minor' | 'base_minor'>): NewEntry => ({
  id: w.newId(),
  payment_id: row.payment_id,
  kind: row.kind,
  transfer_id: row.transfer_id,
  credit_use_id: row.credit_use_id,
  is_assumed: row.is_assumed,
  fee_minor: row.fee_minor,
  day: row.day,
  rank: row.rank,
  replaces_id: row.id,
  ...values,
});

/** Uses only a part of a credit from now on. Returns the credit. */
async function giveBack(w: Work, row: EntryRow, keptMinor: bigint): Promise<string[]> {
  const use = await findUse(w, row.credit_use_id ?? '');
  if (!use) return [];
  await reverseUses(w, [use.id]);
  if (keptMinor > 0n) {
    const id = w.newId();
    const { credit_id, payment_id, day, rank } = use;
    await insertUses(w, [{ id, credit_id, payment_id, amount_minor: keptMinor, day, rank }]);
    await insertEntries(w, [
      { ...replacing(w, row, { amount_minor: keptMinor, base_minor: null }), credit_use_id: id },
    ]);
  }
  return [use.credit_id];
}
