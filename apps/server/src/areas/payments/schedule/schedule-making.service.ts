import { requireTotal } from '@quayside/domain/payables/schedule';
import { scheduleByPurchaseOrder } from '@quayside/domain/payables/purchase-order-terms';
import { shareByWeights } from '@quayside/domain/payables/reshare';
import { dueDayOf } from '@quayside/domain/payables/due-days';
import type { Result } from '@quayside/domain/refusal';
import type { Work } from '../../../db/tx.ts';
import { recordEach, changed } from '../../../events/outbox.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { loggedPayments } from '../payments-log.ts';
import type { InvoiceFacts, PaymentRow } from '../payments.types.ts';
import { findScheduled, insertPayments, insertSchedules, type NewPayment } from '../rows/schedules.queries.ts';
import { type AgreedTerms, termsOfInvoices } from '../ledger/terms.service.ts';
import { storedInstalment } from '../ledger/work-out.ts';
import { dueColumns, ON_ITS_DAY, ruleOf } from '../rows/due-columns.ts';

/** The total that can be scheduled, or why there is none. */
export const totalOf = ({ kind, totalMinor }: InvoiceFacts): Result<bigint> =>
  requireTotal({ isCreditNote: kind === 'CREDIT_NOTE', totalMinor });

/** An instalment as it will be made. */
export type PlannedPayment = Pick<
  NewPayment,
  | 'twin_id'
  | 'hundredths'
  | 'amount_minor'
  | 'months'
  | 'days'
  | 'month_end'
  | 'month_end_after'
  | 'pinned_on'
  | 'is_rest'
  | 'account_code_id'
  | 'transaction_reference'
> & { readonly event: PaymentRow['event'] };

/** A schedule as it will be made. */
export interface PlannedSchedule {
  readonly invoice: InvoiceFacts;
  readonly by: 'PERCENT' | 'AMOUNT';
  readonly payments: readonly PlannedPayment[];
  readonly agreed: AgreedTerms;
}

/** How an invoice with this total is scheduled by its terms. */
export function planByTerms(invoice: InvoiceFacts, totalMinor: bigint, agreed: AgreedTerms): PlannedSchedule {
  if (agreed.byOrder) return { invoice, by: 'PERCENT', payments: takenPayments(totalMinor, agreed.byOrder), agreed };
  const amounts = shareByWeights(
    totalMinor,
    agreed.terms.map(({ hundredths }) => BigInt(hundredths)),
  );
  const payments = agreed.terms.map(
    ({ hundredths, ...rule }, place): PlannedPayment => ({
      hundredths,
      amount_minor: amounts[place] ?? 0n,
      ...dueColumns(rule),
    }),
  );
  return { invoice, by: 'PERCENT', payments, agreed };
}

/** The instalments that an invoice takes over from its purchase order. */
function takenPayments(
  totalMinor: bigint,
  { ledger: { payments }, appliedMinor }: NonNullable<AgreedTerms['byOrder']>,
): PlannedPayment[] {
  const rows = new Map(payments.map((row) => [row.id, row]));
  return scheduleByPurchaseOrder(totalMinor, appliedMinor, payments.map(storedInstalment)).map(
    ({ twinId, hundredths, amountMinor }): PlannedPayment => {
      const twin = rows.get(twinId ?? '');
      return {
        twin_id: twinId,
        hundredths,
        amount_minor: amountMinor,
        ...(twin ? dueColumns(ruleOf(twin)) : { ...ON_ITS_DAY, event: 'INVOICE' }),
        pinned_on: twin?.pinned_on ?? null,
      };
    },
  );
}

/** The days that the instalments of a planned schedule will have. */
export const daysOfPlan = ({ invoice, payments, agreed }: PlannedSchedule) =>
  payments.map((payment) =>
    dueDayOf(ruleOf(payment), {
      invoice: invoice.days,
      purchaseOrders: agreed.orders.map((order) => order.days),
      plans: invoice.plans,
      leadTimes: agreed.leadTimes,
    }),
  );

/**
 * Inserts schedules and records them. The caller holds the cost lock, and brings what follows up to date with
 * `syncPayables`. Returns the ids of the schedules, in the order of the plans.
 */
export async function storeSchedules(w: Work, plans: readonly PlannedSchedule[]): Promise<string[]> {
  if (plans.length === 0) return [];
  const first = await reserveNumbers(w, 'payment-schedules', plans.length);
  const made = plans.map((plan, place) => ({ plan, id: w.newId(), rank: first + BigInt(place) }));
  await insertSchedules(
    w,
    made.map(({ plan: { invoice, by, agreed }, id, rank }) => ({
      id,
      invoice_id: invoice.id,
      rank,
      by,
      total_minor: invoice.totalMinor,
      leadTimes: agreed.leadTimes,
    })),
  );
  await insertPayments(
    w,
    made.flatMap(({ plan: { invoice, payments }, id }) =>
      payments.map(
        (payment, place): NewPayment => ({
          ...payment,
          id: w.newId(),
          schedule_id: id,
          invoice_id: invoice.id,
          supplier_id: invoice.supplierId ?? '',
          currency: invoice.currency,
          position: place + 1,
        }),
      ),
    ),
  );
  await recordEach(
    w,
    made.map(({ plan, id }) => ({
      action: 'invoice-payment.created',
      subjectIds: [id],
      historyOf: plan.invoice.id,
      details: {
        name: plan.invoice.number,
        changes: [{ field: 'payments', from: null, to: loggedPayments(plan.payments, plan.invoice.currency) }],
      },
    })),
    changed(
      'payments',
      made.map(({ id }) => id),
    ),
  );
  return made.map(({ id }) => id);
}

/**
 * Schedules those of these invoices by their terms that can be scheduled and have no schedule yet. Returns the invoices
 * that have one now.
 */
export async function scheduleMissing(w: Work, invoices: readonly InvoiceFacts[]): Promise<string[]> {
  const scheduled = await findScheduled(
    w,
    invoices.map(({ id }) => id),
  );
  const missing = invoices.filter((invoice) => !scheduled.has(invoice.id) && totalOf(invoice).ok);
  const agreed = await termsOfInvoices(w, missing);
  const plans = missing.flatMap((invoice) => {
    const [total, terms] = [totalOf(invoice), agreed.get(invoice.id)];
    return total.ok && terms ? [planByTerms(invoice, total.value, terms)] : [];
  });
  await storeSchedules(w, plans);
  return plans.map(({ invoice }) => invoice.id);
}
