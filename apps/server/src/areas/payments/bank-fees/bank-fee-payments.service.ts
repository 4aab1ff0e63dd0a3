import { say } from '@quayside/contracts/texts/catalogue';
import { moneyWords } from '@quayside/domain/money/money';
import { sumOf } from '@quayside/domain/payables/instalments';
import type { Work } from '../../../db/tx.ts';
import type { AuditEntry } from '../../../events/audit-actions.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { fieldError } from '../../../http/errors.ts';
import { deleteFees, findPaidOf, insertFees, type InvoicedFee, sumsOfFeeInvoices } from '../rows/bank-fees.queries.ts';
import type { FeeRow } from './bank-fees.views.ts';
import { findInvoiceFacts, findLedgers } from '../ledger/ledger.views.ts';
import { inCurrency } from '../payments-log.ts';
import type { InvoiceFacts } from '../payments.types.ts';
import { planByTerms, storeSchedules } from '../schedule/schedule-making.service.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { findTargets, type Target } from '../ledger/targets.views.ts';
import { ALL_ON_INVOICE_DATE, termsOfInvoices } from '../ledger/terms.service.ts';
import { reverseTransfers } from '../pay/transfer-undo.service.ts';
import { insertPlans } from '../pay/transfer-writes.service.ts';
import { findTransfers } from '../rows/transfers.queries.ts';
import type { TransferPlan } from '../pay/transfers.types.ts';

/**
 * An invoice of bank fees gets one instalment, which is paid by what the bank debited with other payments: one transfer
 * for each fee, on its day. These are no further debits, so they have no fee and are in no exchange difference.
 */
export async function payByFees(w: Work, invoiceId: string, fees: readonly FeeRow[]): Promise<void> {
  const { invoice, target } = await makeInstalment(w, invoiceId);
  const paid = fees.map((fee) => ({ fee, plan: planOf(target, fee), transferId: w.newId() }));
  const { read } = await insertPlans(
    w,
    paid.map(({ plan, transferId }) => ({
      plan,
      transferId,
      confirmation: { to: [], cc: [] },
      mailId: null,
      replacesId: null,
    })),
  );
  const invoiced = paid.map(
    ({ fee, transferId }): InvoicedFee => ({ entryId: fee.id, transferId, feeMinor: fee.fee_minor }),
  );
  await insertFees(w, invoiceId, invoiced);
  await syncPayables(w, { invoiceIds: [invoiceId], read });
  const settled = sumOf(invoiced.map(({ feeMinor }) => feeMinor));
  await recordEach(
    w,
    [
      {
        action: 'payment.fees-invoiced',
        subjectIds: [target.payment.id],
        historyOf: invoiceId,
        details: {
          name: invoice.number,
          changes: [
            { field: 'settled', from: inCurrency(0n, invoice.currency), to: inCurrency(settled, invoice.currency) },
          ],
          facts: { count: invoiced.length },
        },
      },
      ...(await ofPaid(w, invoiced, 'payment.fee-invoiced', { from: null, to: invoice.number })),
    ],
    changed('payments', [target.payment.id, ...fees.map((fee) => fee.payment_id)]),
  );
}

async function makeInstalment(
  w: Work,
  invoiceId: string,
): Promise<{ readonly invoice: InvoiceFacts; readonly target: Target }> {
  const invoice = (await findInvoiceFacts(w, [invoiceId])).get(invoiceId);
  const agreed = invoice && (await termsOfInvoices(w, [invoice])).get(invoiceId);
  if (!agreed) throw new Error('The invoice of bank fees was made in this transaction');
  await storeSchedules(w, [
    planByTerms(invoice, invoice.totalMinor ?? 0n, { ...agreed, terms: ALL_ON_INVOICE_DATE, byOrder: null }),
  ]);
  const [ledger] = await findLedgers(w, [invoiceId]);
  const paymentId = ledger?.payments[0]?.id ?? '';
  const target = (await findTargets(w, [paymentId])).get(paymentId);
  if (!target) throw new Error('A schedule of one share has an instalment');
  return { invoice, target };
}

const planOf = (target: Target, fee: FeeRow): TransferPlan => ({
  kind: 'BANK_FEES',
  amountMinor: fee.fee_minor,
  paidOn: fee.day,
  bank: null,
  feeMinor: 0n,
  parts: [{ target, amountMinor: fee.fee_minor, baseMinor: fee.fee_minor, isAssumed: false, feeMinor: 0n }],
  credit: null,
  reference: null,
  accountCodeId: null,
});

/** Before an invoice of bank fees is deleted, its fees are in no invoice again. */
export async function giveFeesBack(w: Work, invoiceId: string): Promise<void> {
  const fees = await deleteFees(w, invoiceId);
  if (fees.length === 0) return;
  const invoice = (await findInvoiceFacts(w, [invoiceId])).get(invoiceId);
  const transfers = await findTransfers(
    w,
    fees.map(({ transferId }) => transferId),
  );
  await reverseTransfers(w, transfers);
  await syncPayables(w, { invoiceIds: [invoiceId], undone: [invoiceId] });
  const entries = await ofPaid(w, fees, 'payment.fee-given-back', { from: invoice?.number ?? null, to: null });
  await recordEach(
    w,
    entries,
    changed(
      'payments',
      entries.flatMap(({ subjectIds }) => subjectIds),
    ),
  );
}

/** What the histories of the paid invoices and purchase orders say, each with the sum of its fees. */
async function ofPaid(
  w: Work,
  fees: readonly InvoicedFee[],
  action: 'payment.fee-invoiced' | 'payment.fee-given-back',
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<AuditEntry[]> {
  const minorOf = new Map(fees.map(({ entryId, feeMinor }) => [entryId, feeMinor]));
  const paid = await findPaidOf(w, [...minorOf.keys()]);
  return [...Map.groupBy(paid, ({ ownerId }) => ownerId)].map(
    ([historyOf, own]): AuditEntry => ({
      action,
      subjectIds: [...new Set(own.map(({ paymentId }) => paymentId))],
      historyOf,
      details: {
        name: own[0]?.number ?? '',
        changes: [{ field: 'feeInvoice', from, to }],
        facts: { fee: inCurrency(sumOf(own.map(({ entryId }) => minorOf.get(entryId) ?? 0n)), w.scope.currency) },
      },
    }),
  );
}

/** The total of an invoice of bank fees stays what its fees are, because the bank debited neither more nor less. */
export async function requireFeeTotals(w: Work, invoiceIds: readonly string[]): Promise<void> {
  const sums = await sumsOfFeeInvoices(w, invoiceIds);
  if (sums.size === 0) return;
  const facts = await findInvoiceFacts(w, [...sums.keys()]);
  for (const [id, minor] of sums) {
    const invoice = facts.get(id);
    if (invoice && invoice.totalMinor !== minor)
      throw fieldError('total', say('payments.fee_total_stays', { amount: moneyWords(minor, invoice.currency) }));
  }
}
