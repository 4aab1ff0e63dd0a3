import type { InvoicePayment, PaymentIn } from '@quayside/contracts/payments/payments';
import { say } from '@quayside/contracts/texts/catalogue';
import { parseAmount } from '@quayside/domain/money/money';
import type { Instalment } from '@quayside/domain/payables/instalments';
import { amountOfOneMore } from '@quayside/domain/payables/reshare';
import { planSchedule, type WantedInstalment } from '@quayside/domain/payables/schedule';
import { hundredthsOf } from '@quayside/domain/suppliers/terms';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError, type FieldProblem } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { chosenAccountCode } from '../rows/account-code-choice.queries.ts';
import { getBill } from '../lists/bills.service.ts';
import { dropTypedDeposits } from '../ledger/deposits.queries.ts';
import { isSameRule, mergeDue } from '../rows/due-fields.ts';
import { required, requiredOf } from '../../../http/field-result.ts';
import { findInvoiceFacts, findLedgers } from '../ledger/ledger.views.ts';
import { loggedPayments } from '../payments-log.ts';
import type { BodyOf, InvoiceFacts, Ledger, PaymentRow } from '../payments.types.ts';
import { storeSchedules, totalOf, planByTerms, type PlannedPayment } from './schedule-making.service.ts';
import {
  findSchedule,
  findScheduled,
  insertPayments,
  removePayments,
  removeSchedules,
  savePayment,
  saveSchedule,
} from '../rows/schedules.queries.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { findPayments } from '../ledger/targets.views.ts';
import { termsOfInvoices } from '../ledger/terms.service.ts';
import { isPaidRow, storedInstalment } from '../ledger/work-out.ts';
import { dueColumns, ON_ITS_DAY, ruleOf } from '../rows/due-columns.ts';

/** Schedules the payments of an invoice, as typed or by the terms of its supplier. */
export async function createSchedule(w: Work, body: BodyOf<'createInvoicePayment'>): Promise<InvoicePayment> {
  await lockCosts(w);
  const { invoiceId, payments, byTerms } = body;
  const invoice = (await findInvoiceFacts(w, [invoiceId])).get(invoiceId);
  if (!invoice) throw new AppError('invoices.unknown');
  if ((payments === undefined) === (byTerms === undefined))
    throw fieldError('payments', say('payments.typed_or_by_terms'));
  if (invoice.status === 'CLOSED') throw new AppError('invoices.closed');
  if (invoice.status === 'REVIEW')
    throw new AppError('payments.no_total', { message: say('payments.in_review', { number: invoice.number }) });
  const totalMinor = requiredOf(totalOf(invoice));
  if ((await findScheduled(w, [invoiceId])).size > 0) throw new AppError('payments.scheduled');
  const agreed = (await termsOfInvoices(w, [invoice])).get(invoiceId);
  if (!agreed) throw new Error('Terms are always agreed');
  if (payments) {
    const typed = await planTyped(w, invoice, totalMinor, [], { ...body, payments });
    await storeSchedules(w, [{ invoice, agreed, by: typed.by, payments: typed.rows.map(({ values }) => values) }]);
  } else await storeSchedules(w, [planByTerms(invoice, totalMinor, agreed)]);
  await syncPayables(w, { invoiceIds: [invoiceId] });
  return getBill(w, invoiceId);
}

/** Replaces the instalments of a schedule. Those with an entry stay, by their ids. */
export async function replaceSchedule(
  w: Work,
  id: string,
  body: BodyOf<'updateInvoicePayment'>,
): Promise<InvoicePayment> {
  await lockCosts(w);
  const { invoice, schedule, payments: current } = await requireOpenLedger(w, id, body.version);
  const totalMinor = requiredOf(totalOf(invoice));
  const typed = await planTyped(w, invoice, totalMinor, current, body);
  const kept = new Set(typed.rows.flatMap(({ row }) => row?.id ?? []));
  await removePayments(
    w,
    current.flatMap((row) => (kept.has(row.id) ? [] : [row.id])),
  );
  for (const [place, { row, values }] of typed.rows.entries())
    if (row)
      await savePayment(w, row, {
        ...values,
        position: place + 1,
        owed_minor: values.amount_minor - row.settled_minor,
      });
  await insertPayments(
    w,
    typed.rows.flatMap(({ row, values }, place) =>
      row
        ? []
        : [
            {
              ...values,
              id: w.newId(),
              schedule_id: schedule.id,
              invoice_id: invoice.id,
              supplier_id: invoice.supplierId ?? '',
              currency: invoice.currency,
              position: place + 1,
            },
          ],
    ),
  );
  await saveSchedule(w, schedule, { by: typed.by, total_minor: totalMinor });
  await syncPayables(w, { invoiceIds: [invoice.id] });
  await record(
    w,
    {
      action: 'invoice-payment.changed',
      subjectIds: [schedule.id],
      historyOf: invoice.id,
      details: {
        changes: [
          {
            field: 'payments',
            from: loggedPayments(current, invoice.currency),
            to: loggedPayments(
              typed.rows.map(({ values }) => values),
              invoice.currency,
            ),
          },
        ],
      },
    },
    changed('payments', [schedule.id]),
    changed('invoices', [invoice.id]),
  );
  return getBill(w, invoice.id);
}

/** Deletes a schedule of which nothing is settled. */
export async function removeSchedule(w: Work, id: string, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const ledger = await requireOpenLedger(w, id, version);
  const { invoice, schedule, payments } = ledger;
  if (ledger.entries.length > 0) throw new AppError('payments.has_entries', { uses: usesOf(ledger) });
  const supplierIds = await removeSchedules(w, [schedule.id]);
  await forgetInvoices(w, [invoice.id]);
  await record(
    w,
    {
      action: 'invoice-payment.deleted',
      subjectIds: [schedule.id],
      historyOf: invoice.id,
      details: {
        name: invoice.number,
        changes: [{ field: 'payments', from: loggedPayments(payments, invoice.currency), to: null }],
      },
    },
    changed('payments', [schedule.id]),
    changed('invoices', [invoice.id]),
    changed('suppliers', supplierIds),
  );
}

/** What purchase orders show as open and have paid is no longer taken over by invoices without a schedule. */
export async function forgetInvoices(w: Work, invoiceIds: readonly string[]): Promise<void> {
  await dropTypedDeposits(w, invoiceIds);
  await syncPayables(w, { invoiceIds });
}

/** The instalments of which something is settled, for a refusal. */
export const usesOf = ({ invoice, payments, entries }: Ledger) =>
  payments
    .filter((payment) => entries.some(({ paymentId }) => paymentId === payment.id))
    .slice(0, 20)
    .map(({ id, position }) => ({ type: 'PAYMENT', id, label: `${invoice.number} ${position}` }) as const);

/** Adds one more instalment of what a schedule by amounts lacks to the total, due on the invoice date. */
export async function addRest(w: Work, id: string, version: number | undefined): Promise<InvoicePayment> {
  await lockCosts(w);
  const { invoice, schedule, payments } = await requireOpenLedger(w, id, version);
  const totalMinor = requiredOf(totalOf(invoice));
  const amounts = payments.map((payment) => payment.amount_minor);
  const amountMinor = requiredOf(amountOfOneMore(totalMinor, amounts));
  const one = { amount_minor: amountMinor, event: 'INVOICE', ...ON_ITS_DAY } as const;
  await insertPayments(w, [
    {
      ...one,
      id: w.newId(),
      schedule_id: schedule.id,
      invoice_id: invoice.id,
      supplier_id: invoice.supplierId ?? '',
      currency: invoice.currency,
      position: payments.length + 1,
    },
  ]);
  await syncPayables(w, { invoiceIds: [invoice.id] });
  await record(
    w,
    {
      action: 'invoice-payment.rest-added',
      subjectIds: [schedule.id],
      historyOf: invoice.id,
      details: { changes: [{ field: 'payments', from: null, to: loggedPayments([one], invoice.currency) }] },
    },
    changed('payments', [schedule.id]),
    changed('invoices', [invoice.id]),
  );
  return getBill(w, invoice.id);
}

/** A schedule that is to be changed, in its current version, with its entries. The id may be that of its invoice. */
async function requireLedger(w: Work, id: string, version: number | undefined): Promise<Ledger> {
  const schedule = await findSchedule(w, id);
  const [ledger] = schedule ? await findLedgers(w, [schedule.invoice_id]) : [];
  if (!ledger) throw new AppError('payments.unknown');
  if (version !== undefined && version !== ledger.schedule.version)
    throw new AppError('conflict_version', { current: await getBill(w, ledger.invoice.id) });
  return ledger;
}

/** The same, for a change of amounts, which are fixed on a closed invoice. */
export async function requireOpenLedger(w: Work, id: string, version: number | undefined): Promise<Ledger> {
  const ledger = await requireLedger(w, id, version);
  if (ledger.invoice.status === 'CLOSED') throw new AppError('invoices.closed');
  return ledger;
}

type Typed = Pick<BodyOf<'updateInvoicePayment'>, 'by' | 'payments'>;
interface TypedRow {
  /** The stored instalment; undefined for a new one. */
  readonly row: PaymentRow | undefined;
  readonly values: PlannedPayment & Required<Pick<PlannedPayment, 'pinned_on'>>;
}

/** Checks typed instalments, and works out their amounts. Refused with all invalid fields. */
async function planTyped(
  w: Work,
  invoice: InvoiceFacts,
  totalMinor: bigint,
  current: readonly PaymentRow[],
  typed: Typed,
): Promise<{ readonly by: 'PERCENT' | 'AMOUNT'; readonly rows: readonly TypedRow[] }> {
  const by = typed.by ?? (typed.payments.some(({ percent }) => percent) ? 'PERCENT' : 'AMOUNT');
  const byId = new Map(current.map((row) => [row.id, row]));
  const errors: FieldProblem[] = [];
  const wanted = typed.payments.map((one, place): WantedInstalment => {
    const amount = one.amount ? parseAmount(one.amount, invoice.currency) : undefined;
    if (amount?.ok === false && typed.by !== 'PERCENT')
      errors.push({ field: `payments.${place}.amount`, message: amount.message });
    return {
      id: one.id ?? null,
      hundredths: typed.by === 'AMOUNT' || !one.percent ? null : (hundredthsOf(one.percent) ?? 0),
      amountMinor: typed.by === 'PERCENT' ? null : amount?.ok ? amount.value : null,
    };
  });
  const due = typed.payments.map((one, place) => dueOf(byId.get(one.id ?? ''), one, `payments.${place}.`, errors));
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const amounts = required(
    planSchedule({ totalMinor, currency: invoice.currency }, await instalmentsOf(w, current), wanted),
  );
  const rows: TypedRow[] = [];
  for (const [place, one] of typed.payments.entries()) {
    const row = byId.get(one.id ?? '');
    const codeId = await chosenAccountCode(w, one.accountCode, {
      field: `payments.${place}.accountCode`,
      keptId: row?.account_code_id ?? null,
    });
    const rule = due[place];
    if (!rule) continue;
    rows.push({
      row,
      values: {
        hundredths: wanted[place]?.hundredths ?? null,
        amount_minor: amounts[place] ?? 0n,
        ...dueColumns(rule),
        pinned_on: rule.pinnedDay,
        is_rest: by === 'PERCENT' && row?.is_rest === true,
        account_code_id: codeId === undefined ? (row?.account_code_id ?? null) : codeId,
        transaction_reference:
          one.transactionReference === undefined ? (row?.transaction_reference ?? null) : one.transactionReference,
      },
    });
  }
  return { by, rows };
}

/** Instalments as they are stored. Those whose twin on the purchase order is paid have what the deposit brings. */
async function instalmentsOf(w: Work, rows: readonly PaymentRow[]): Promise<Instalment[]> {
  const twins = await findPayments(
    w,
    rows.flatMap((row) => row.twin_id ?? []),
  );
  const paid = new Set(twins.filter(isPaidRow).map(({ id }) => id));
  return rows.map((row) => ({ ...storedInstalment(row), ...(paid.has(row.twin_id ?? '') && { isDeposit: true }) }));
}

/** How the day of an instalment follows as typed. That of a paid one stays. */
export function dueOf(
  row: PaymentRow | undefined,
  typed: Pick<PaymentIn, 'dueDate' | 'unixDueDate' | 'isPinned' | 'event' | 'months' | 'days' | 'monthEnd'>,
  path: string,
  errors: FieldProblem[],
) {
  const current = row && { ...ruleOf(row), dueOn: row.due_on };
  const { rule, errors: wrong } = mergeDue(current, typed);
  errors.push(...wrong.map(({ field, message }) => ({ field: path + field, message })));
  const isPaid = row !== undefined && row.settled_minor > 0n && row.settled_minor === row.amount_minor;
  if (current && isPaid && !isSameRule(current, rule))
    errors.push({ field: `${path}dueDate`, message: say('payments.paid_day_stays') });
  return rule;
}
