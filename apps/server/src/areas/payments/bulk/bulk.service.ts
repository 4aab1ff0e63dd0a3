import type { BulkBills } from '@quayside/contracts/payments/payments';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { formatAmount } from '@quayside/domain/money/money';
import { sumOf } from '@quayside/domain/payables/instalments';
import { percentText } from '@quayside/domain/suppliers/terms';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { createOperation } from '../../undo/public.ts';
import { findInvoiceFacts, findLedgers } from '../ledger/ledger.views.ts';
import type { InvoiceFacts, Ledger, PaymentRow } from '../payments.types.ts';
import {
  daysOfPlan,
  planByTerms,
  type PlannedSchedule,
  storeSchedules,
  totalOf,
} from '../schedule/schedule-making.service.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { findTargets, type Target } from '../ledger/targets.views.ts';
import { insertPlans, recordPaid } from '../pay/transfer-writes.service.ts';
import type { TransferPlan } from '../pay/transfers.types.ts';
import { termsOfInvoices } from '../ledger/terms.service.ts';

export const SCHEDULE_OPERATION = 'payments.schedule-by-terms';
export const SETTLE_OPERATION = 'payments.settled-before';

/** What an operation on many bills did, with which it can be undone. */
export interface BulkPayload {
  /** The schedules that it made. */
  readonly schedules: readonly {
    readonly invoiceId: string;
    readonly scheduleId: string;
    /** What a person can change of it, as it was made. */
    readonly print: string;
  }[];
  /** The payments that it recorded. */
  readonly transferIds: readonly string[];
}

const ROWS = 50;
const ERRORS = 100;

type Row = BulkBills['rows'][number];
interface Refused {
  readonly invoiceId: string;
  readonly number: string;
  readonly reason: Text;
}
/** What is planned for the chosen bills, in the order in which they were chosen. */
interface Plan {
  readonly wanted: readonly InvoiceFacts[];
  readonly refused: readonly Refused[];
  /** The schedules that are missing. */
  readonly schedules: ReadonlyMap<string, PlannedSchedule>;
  /** The schedules that exist. */
  readonly ledgers: ReadonlyMap<string, Ledger>;
}

/** Schedules many invoices by their terms. A preview stores nothing. */
export async function scheduleMany(
  w: Work,
  { invoiceIds }: { readonly invoiceIds: readonly string[] },
  { dryRun }: { readonly dryRun: boolean },
): Promise<BulkBills> {
  await lockCosts(w);
  const plan = await planMany(w, invoiceIds, ({ ledger }) => (ledger ? say('payments.scheduled') : undefined));
  const rows = await rowsOf(w, plan, () => null);
  if (dryRun || plan.wanted.length === 0) return answerOf(w, plan, rows, null);
  const schedules = await storePlans(w, plan);
  await syncPayables(w, { invoiceIds: plan.wanted.map(({ id }) => id) });
  const payload: BulkPayload = { schedules, transferIds: [] };
  return answerOf(w, plan, rows, await createOperation(w, SCHEDULE_OPERATION, payload));
}

/** Records that invoices were paid before payments were recorded here. A preview stores nothing. */
export async function settleMany(
  w: Work,
  { invoiceIds }: { readonly invoiceIds: readonly string[] },
  { dryRun }: { readonly dryRun: boolean },
): Promise<BulkBills> {
  await lockCosts(w);
  const plan = await planMany(w, invoiceIds, ({ ledger, invoice }) => {
    if (ledger && ledger.entries.length > 0) return say('payments.has_entries');
    return ledger && ledger.schedule.amount_minor !== invoice.totalMinor ? say('payments.difference') : undefined;
  });
  const today = todayOf(w);
  const dayOf = ({ days: { invoiceDate } }: InvoiceFacts) =>
    invoiceDate !== null && invoiceDate < today ? invoiceDate : today;
  const rows = await rowsOf(w, plan, dayOf);
  if (dryRun || plan.wanted.length === 0) return answerOf(w, plan, rows, null);
  const schedules = await storePlans(w, plan);
  const ids = plan.wanted.map(({ id }) => id);
  const ledgers = await findLedgers(w, ids);
  const targets = await findTargets(
    w,
    ledgers.flatMap(({ payments }) => payments.map(({ id }) => id)),
  );
  const paid = ledgers.flatMap((ledger) => {
    const plan = planSettled(w, ledger, targets, dayOf(ledger.invoice));
    return plan.parts.length === 0 ? [] : [{ plan, transferId: w.newId() }];
  });
  const { read } = await insertPlans(
    w,
    paid.map((one) => ({ ...one, confirmation: { to: [], cc: [] }, mailId: null, replacesId: null })),
  );
  await recordPaid(w, paid);
  await syncPayables(w, { invoiceIds: ids, read });
  const payload: BulkPayload = { schedules, transferIds: paid.map(({ transferId }) => transferId) };
  return answerOf(w, plan, rows, await createOperation(w, SETTLE_OPERATION, payload));
}

/** A payment of all that is open of an invoice, of which nobody knows what left the bank. */
function planSettled(
  w: Work,
  { invoice, payments }: Ledger,
  targets: ReadonlyMap<string, Target>,
  paidOn: string,
): TransferPlan {
  const isOwn = invoice.currency === w.scope.currency;
  const parts = payments.flatMap(({ id }) => {
    const target = targets.get(id);
    if (!target || target.openMinor <= 0n) return [];
    const amountMinor = target.openMinor;
    return [{ target, amountMinor, baseMinor: isOwn ? amountMinor : null, isAssumed: !isOwn, feeMinor: 0n }];
  });
  return {
    kind: 'SETTLED_BEFORE',
    amountMinor: sumOf(parts.map(({ amountMinor }) => amountMinor)),
    paidOn,
    bank: null,
    feeMinor: 0n,
    parts,
    credit: null,
    reference: null,
    accountCodeId: null,
  };
}

async function storePlans(w: Work, plan: Plan): Promise<BulkPayload['schedules']> {
  const missing = [...plan.schedules.values()];
  const ids = await storeSchedules(w, missing);
  return missing.flatMap(({ invoice, payments }, place) => {
    const scheduleId = ids[place];
    return scheduleId === undefined ? [] : [{ invoiceId: invoice.id, scheduleId, print: printOf(payments) }];
  });
}

/** What a person can change of the instalments of a schedule, as a text that can be compared. */
export const printOf = (payments: readonly (PaymentRow | PlannedSchedule['payments'][number])[]): string =>
  JSON.stringify(
    payments.map(({ hundredths, event, months = 0, days, month_end, month_end_after = false, pinned_on }) => [
      hundredths,
      event,
      days,
      month_end,
      pinned_on ?? null,
      // Texts of earlier releases end here, and are compared with those of instalments that they could make.
      ...(months > 0 || month_end_after ? [months, month_end_after] : []),
    ]),
  );

/** Decides which of the chosen bills can be worked on. `refuse` says why one with a total cannot. */
async function planMany(
  w: Work,
  invoiceIds: readonly string[],
  refuse: (bill: { readonly invoice: InvoiceFacts; readonly ledger: Ledger | undefined }) => Text | undefined,
): Promise<Plan> {
  const ids = [...new Set(invoiceIds)];
  const facts = await findInvoiceFacts(w, ids);
  const ledgers = new Map((await findLedgers(w, ids)).map((ledger) => [ledger.invoice.id, ledger]));
  const wanted: InvoiceFacts[] = [];
  const refused: Refused[] = [];
  for (const id of ids) {
    const invoice = facts.get(id);
    if (!invoice) {
      refused.push({ invoiceId: id, number: '', reason: say('invoices.unknown') });
      continue;
    }
    const total = totalOf(invoice);
    const reason = !total.ok
      ? total.message
      : invoice.status === 'REVIEW'
        ? say('payments.in_review', { number: invoice.number })
        : refuse({ invoice, ledger: ledgers.get(id) });
    if (reason) refused.push({ invoiceId: id, number: invoice.number, reason });
    else wanted.push(invoice);
  }
  const missing = wanted.filter(({ id }) => !ledgers.has(id));
  const agreed = await termsOfInvoices(w, missing);
  const schedules = new Map(
    missing.flatMap((invoice): [string, PlannedSchedule][] => {
      const [total, terms] = [totalOf(invoice), agreed.get(invoice.id)];
      return total.ok && terms ? [[invoice.id, planByTerms(invoice, total.value, terms)]] : [];
    }),
  );
  return { wanted, refused, schedules, ledgers };
}

/** The first bills that change, with their instalments. */
async function rowsOf(w: Work, plan: Plan, paidOn: (invoice: InvoiceFacts) => string | null): Promise<Row[]> {
  const first = plan.wanted.slice(0, ROWS);
  const suppliers = await suppliersByIds(
    w,
    first.flatMap(({ supplierId }) => supplierId ?? []),
  );
  return first.map((invoice) => ({
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    supplier: suppliers.get(invoice.supplierId ?? '')?.companyName ?? '',
    currency: invoice.currency,
    total: formatAmount(invoice.totalMinor ?? 0n, invoice.currency),
    payments: paymentsOf(plan, invoice),
    paidOn: paidOn(invoice),
  }));
}

function paymentsOf(plan: Plan, { id, currency }: InvoiceFacts): Row['payments'] {
  const schedule = plan.schedules.get(id);
  const shown = (
    hundredths: number | null | undefined,
    amountMinor: bigint,
    due: { readonly day: string | null; readonly isEstimated: boolean } | undefined,
  ) => ({
    percent: hundredths === null || hundredths === undefined ? null : percentText(hundredths),
    amount: formatAmount(amountMinor, currency),
    dueDate: due?.day ?? null,
    isEstimated: due?.isEstimated ?? false,
  });
  if (!schedule)
    return (plan.ledgers.get(id)?.payments ?? []).map((row: PaymentRow) =>
      shown(row.hundredths, row.amount_minor, { day: row.due_on, isEstimated: row.is_estimated }),
    );
  const days = daysOfPlan(schedule);
  return schedule.payments.map((payment, place) => shown(payment.hundredths, payment.amount_minor, days[place]));
}

const answerOf = (w: Work, plan: Plan, rows: Row[], operationId: string | null): BulkBills => ({
  operationId,
  counts: {
    selected: plan.wanted.length + plan.refused.length,
    change: plan.wanted.length,
    fail: plan.refused.length,
  },
  rows,
  errors: plan.refused.slice(0, ERRORS).map(({ invoiceId, number, reason }) => ({
    invoiceId,
    invoiceNumber: number,
    message: wordsOf(reason, w.scope.language),
  })),
});
