import type { CreditWithUses, listCredits as listSpec } from '@quayside/contracts/payments/credits';
import type { QueryOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import { isCurrency } from '@quayside/domain/money/currencies';
import { convert, formatAmount, parseAmount, parseRate } from '@quayside/domain/money/money';
import { checkCreditUse } from '@quayside/domain/payables/credits';
import { checkPaidOn } from '@quayside/domain/payables/settle';
import { envelope } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { getCredit, toCredit } from './credits.answers.ts';
import { type CreditFilter, listCreditRows, sumCredits } from '../lists/credits.list.views.ts';
import { findCredits, findUse, insertUses, reverseUses } from '../rows/credits.queries.ts';
import { usesOfDeposits } from '../ledger/deposits.queries.ts';
import { required } from '../../../http/field-result.ts';
import { inCurrency } from '../payments-log.ts';
import type { BodyOf, CreditRow } from '../payments.types.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { findLiveEntries, findPayment, findTargets, ownersOf } from '../ledger/targets.views.ts';
import { insertEntries, reverseRows } from '../rows/transfers.queries.ts';

/** One page of credits. */
export async function listCredits(w: Work, q: QueryOut<typeof listSpec>) {
  const { rows, count, window } = await listCreditRows(w, q);
  return envelope(
    rows.map((row) => toCredit(w, row)),
    count,
    window,
  );
}

/** The exact number and the sums of the credits that match a filter. */
export async function creditTotals(w: Work, q: CreditFilter) {
  const sums = await sumCredits(w, q);
  const add = (of: (row: (typeof sums)[number]) => bigint) => sums.reduce((sum, row) => sum + of(row), 0n);
  return {
    count: Number(add((row) => row.count)),
    currencies: sums.map((row) => ({
      currency: row.currency,
      count: Number(row.count),
      amount: formatAmount(BigInt(row.amount), row.currency),
      left: formatAmount(BigInt(row.left), row.currency),
    })),
    accountCurrency: w.scope.currency,
    leftInAccountCurrency: formatAmount(
      add((row) => BigInt(row.left_base)),
      w.scope.currency,
    ),
    withoutRate: Number(add((row) => row.without_rate)),
  };
}

/** A credit that is to be used, in its current version. */
async function requireCredit(w: Work, id: string, version: number | undefined): Promise<CreditRow> {
  const [credit] = await findCredits(w, [id]);
  if (!credit) throw new AppError('payments.unknown');
  if (version !== undefined && version !== credit.version)
    throw new AppError('conflict_version', { current: await getCredit(w, id) });
  return credit;
}

/** Uses a credit on an open instalment of the same supplier and currency. */
export async function useCredit(w: Work, id: string, body: BodyOf<'useCredit'>): Promise<CreditWithUses> {
  await lockCosts(w);
  const credit = await requireCredit(w, id, body.version);
  const payment = await findPayment(w, body.paymentId);
  // The worth of a credit note follows the cost of what it credits, and a deposit goes into that cost.
  if (payment?.purchase_order_id && credit.source === 'CREDIT_NOTE')
    throw fieldError('paymentId', say('payments.note_on_purchase_order'));
  const target = (await findTargets(w, [body.paymentId])).get(body.paymentId);
  if (!target) throw fieldError('paymentId', say('payments.choose_payment'));
  if (target.payment.supplier_id !== credit.supplier_id)
    throw fieldError('paymentId', say('payments.credit_of_other_supplier'));
  if (target.payment.currency !== credit.currency)
    throw fieldError('paymentId', say('payments.credit_in_other_currency', { currency: credit.currency }));
  if (target.payment.is_ended) throw fieldError('paymentId', say('payments.ended'), 'payments.ended');
  if (target.openMinor <= 0n) throw fieldError('paymentId', say('payment.paid'), 'payments.paid');
  const leftMinor = credit.amount_minor - credit.used_minor;
  if (leftMinor === 0n) throw fieldError('amount', say('payments.nothing_left'));
  const amountMinor = required(
    checkCreditUse(amountOf(body.amount, credit.currency) ?? smaller(leftMinor, target.shownMinor), {
      leftMinor,
      openMinor: target.openMinor,
      currency: credit.currency,
    }),
  );
  await insertCreditUses(w, id, [{ paymentId: target.payment.id, amountMinor }]);
  await syncPayables(w, { ...ownersOf([target]), creditIds: [id] });
  await record(
    w,
    {
      action: 'credit.used',
      subjectIds: [id, target.payment.id],
      historyOf: target.owner.id,
      details: {
        changes: [
          {
            field: 'settled',
            from: inCurrency(target.payment.settled_minor, credit.currency),
            to: inCurrency(target.payment.settled_minor + amountMinor, credit.currency),
          },
        ],
        facts: { amount: inCurrency(amountMinor, credit.currency) },
      },
    },
    changed('credits', [id]),
  );
  return getCredit(w, id);
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function amountOf(text: string | null | undefined, currency: string): bigint | undefined {
  if (!text) return undefined;
  const amount = parseAmount(text, currency);
  if (!amount.ok) throw fieldError('amount', amount.message);
  return amount.value;
}

/** Inserts uses of one credit on instalments, with an entry for each. They are of today. */
export async function insertCreditUses(
  w: Work,
  creditId: string,
  uses: readonly { readonly paymentId: string; readonly amountMinor: bigint }[],
): Promise<void> {
  if (uses.length === 0) return;
  const rank = await reserveNumbers(w, 'payment-entries', uses.length);
  const day = todayOf(w);
  const made = uses.map((use, place) => ({ ...use, id: w.newId(), rank: rank + BigInt(place) }));
  await insertUses(
    w,
    made.map((use) => ({
      id: use.id,
      credit_id: creditId,
      payment_id: use.paymentId,
      amount_minor: use.amountMinor,
      day,
      rank: use.rank,
    })),
  );
  await insertEntries(
    w,
    made.map((use) => ({
      id: w.newId(),
      payment_id: use.paymentId,
      kind: 'CREDIT',
      credit_use_id: use.id,
      amount_minor: use.amountMinor,
      base_minor: null,
      is_assumed: false,
      fee_minor: 0n,
      day,
      rank: use.rank,
    })),
  );
}

/** Records that the supplier paid a credit back, or a part of it. */
export async function refundCredit(w: Work, id: string, body: BodyOf<'refundCredit'>): Promise<CreditWithUses> {
  await lockCosts(w);
  const credit = await requireCredit(w, id, body.version);
  const leftMinor = credit.amount_minor - credit.used_minor;
  if (leftMinor === 0n) throw fieldError('amount', say('payments.nothing_left'));
  const amountMinor = required(
    checkCreditUse(amountOf(body.amount, credit.currency) ?? leftMinor, {
      leftMinor,
      openMinor: null,
      currency: credit.currency,
    }),
  );
  const today = todayOf(w);
  const day = body.receivedOn ?? today;
  if (!checkPaidOn(day, today).ok) throw fieldError('receivedOn', say('payment.future'));
  const received = receivedOf(w, credit, body, amountMinor);
  await insertUses(w, [
    {
      id: w.newId(),
      credit_id: id,
      payment_id: null,
      amount_minor: amountMinor,
      day,
      rank: await reserveNumbers(w, 'payment-entries', 1),
      ...received,
    },
  ]);
  await syncPayables(w, { invoiceIds: [], creditIds: [id] });
  await record(
    w,
    {
      action: 'credit.refunded',
      subjectIds: [id],
      ...(credit.invoice_id !== null && { historyOf: credit.invoice_id }),
      details: {
        facts: {
          amount: inCurrency(amountMinor, credit.currency),
          received: inCurrency(received.received_minor, received.received_currency),
          day,
        },
      },
    },
    changed('credits', [id]),
    changed('payments', []),
  );
  return getCredit(w, id);
}

/** What a refund brought, as typed and in account currency. In account currency it is the amount unless typed. */
function receivedOf(w: Work, credit: CreditRow, body: BodyOf<'refundCredit'>, amountMinor: bigint) {
  const accountCurrency = w.scope.currency;
  const currency = body.receivedCurrency ?? accountCurrency;
  if (!isCurrency(currency)) throw fieldError('receivedCurrency', say('choose.currency'));
  const rate = body.receivedRate ? parseRate(body.receivedRate) : undefined;
  if (rate?.ok === false) throw fieldError('receivedRate', rate.message);
  if (currency === accountCurrency && rate) throw fieldError('receivedRate', say('payment.own_rate'));
  if (currency !== accountCurrency && !rate)
    throw fieldError('receivedRate', say('payment.needs_rate', { from: currency, to: accountCurrency }));
  const typed = body.receivedAmount ? parseAmount(body.receivedAmount, currency) : undefined;
  if (typed?.ok === false) throw fieldError('receivedAmount', typed.message);
  if (!typed && currency !== credit.currency) throw fieldError('receivedAmount', say('field.required'));
  const minor = typed?.ok ? typed.value : amountMinor;
  if (minor <= 0n) throw fieldError('receivedAmount', say('payment.above_zero'));
  return {
    received_minor: minor,
    received_currency: currency,
    received_rate: rate?.ok ? rate.value.text : null,
    refund_minor: rate?.ok ? convert(minor, currency, accountCurrency, rate.value) : minor,
  };
}

/** Takes back the use of a credit, or a refund. */
export async function undoCreditUse(w: Work, useId: string): Promise<CreditWithUses> {
  await lockCosts(w);
  const use = await findUse(w, useId);
  if (!use) throw new AppError('payments.unknown');
  if (use.reversed_at !== null) throw new AppError('payments.unpaid');
  const [credit] = await findCredits(w, [use.credit_id]);
  if (!credit) throw new AppError('payments.unknown');
  const target = use.payment_id === null ? undefined : (await findTargets(w, [use.payment_id])).get(use.payment_id);
  const uses = await usesOfDeposits(w, ownersOf(target ? [target] : []).orderIds);
  if (uses.length > 0) throw new AppError('payments.credit_used', { message: say('payments.deposit_used'), uses });
  const entries = (await findLiveEntries(w, { useId })).map((entry) => entry.id);
  await reverseUses(w, [useId]);
  await reverseRows(w, { entryIds: entries });
  const owners = ownersOf(target ? [target] : []);
  await syncPayables(w, { ...owners, undone: target ? [target.owner.id] : [], creditIds: [credit.id] });
  const historyOf = target?.owner.id ?? credit.invoice_id ?? credit.purchase_order_id;
  await record(
    w,
    {
      action: 'credit.taken-back',
      subjectIds: [credit.id, ...(use.payment_id === null ? [] : [use.payment_id])],
      ...(historyOf !== null && { historyOf }),
      details: { facts: { amount: inCurrency(use.amount_minor, credit.currency) } },
    },
    changed('credits', [credit.id]),
    changed('payments', use.payment_id === null ? [] : [use.payment_id]),
  );
  return getCredit(w, credit.id);
}
