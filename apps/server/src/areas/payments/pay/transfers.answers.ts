import type { MailLeft, Transfer } from '@quayside/contracts/payments/payment-transfers';
import type { PayAnswer } from '@quayside/contracts/payments/payments';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { convert, formatAmount } from '@quayside/domain/money/money';
import type { Deps } from '../../../deps.ts';
import { aboveAccount, type Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { findMailStates } from '../../../mail/mail-sender.queries.ts';
import { rateOf } from '../ledger/ledger.views.ts';
import { no, YES } from '../../../http/may.ts';
import { findPaidPayable } from '../lists/payables.list.views.ts';
import { refusalOfPerson, toPayment } from '../lists/payments.answers.ts';
import type { TransferRow } from '../payments.types.ts';
import { findShownTransfer, type ShownTransfer } from '../lists/transfers.views.ts';
import { amountOrNull, paidRate } from '../lists/values.ts';

/** One transfer with its parts. Throws 404 if it does not exist. */
export async function getTransfer(w: Work, deps: Pick<Deps, 'mailer'>, id: string): Promise<Transfer> {
  const row = await findShownTransfer(w, id);
  if (!row) throw new AppError('payments.unknown');
  return toTransfer(w, deps, row);
}

/** An instalment with the transfer that paid it now. */
export async function getPaid(w: Work, deps: Pick<Deps, 'mailer'>, id: string, transferId: string): Promise<PayAnswer> {
  const found = await findPaidPayable(w, id, transferId);
  if (!found) throw new AppError('payments.unknown');
  return { ...toPayment(w, found.payable), transfer: await toTransfer(w, deps, found.transfer) };
}

/** Converts a transfer to the form that the API returns. */
async function toTransfer(w: Work, deps: Pick<Deps, 'mailer'>, row: ShownTransfer): Promise<Transfer> {
  const { parts } = row;
  const who = (personId: string | null, name: string | null) =>
    personId === null || name === null ? null : { id: personId, name };
  const currencies = { currency: row.currency, accountCurrency: w.scope.currency };
  const account = (minor: bigint | null) => amountOrNull(minor, w.scope.currency);
  const baseMinor = baseOf(w, row);
  const isAssumed = row.paid_minor === null && row.currency !== w.scope.currency;
  return {
    id: row.id,
    supplier: { id: row.supplier_id, companyName: row.company_name, localName: row.local_name },
    paidOn: row.paid_on,
    currency: row.currency,
    amount: formatAmount(row.amount_minor, row.currency),
    paidAmount: row.paid_currency === null ? null : amountOrNull(row.paid_minor, row.paid_currency),
    paidCurrency: row.paid_currency,
    paidRate: row.paid_rate,
    accountCurrency: w.scope.currency,
    base: account(baseMinor),
    isAssumed,
    fee: formatAmount(row.fee_minor, w.scope.currency),
    rate: paidRate(baseMinor, row.amount_minor, currencies),
    paymentReference: row.reference,
    accountCode: row.code,
    isSettledBefore: row.kind === 'SETTLED_BEFORE',
    mail: await mailOf(w, deps, row),
    parts: parts.map((part) => ({
      entryId: part.entryId,
      paymentId: part.paymentId,
      number: part.number,
      position: part.position,
      amount: formatAmount(part.amountMinor, row.currency),
      base: account(part.baseMinor),
      booked: account(part.bookedMinor),
      exchangeDifference: account(part.differenceMinor),
      fee: formatAmount(part.feeMinor, w.scope.currency),
    })),
    credit:
      row.credit_id === null
        ? null
        : {
            id: row.credit_id,
            amount: formatAmount(row.credit_minor ?? 0n, row.currency),
            base: formatAmount(row.credit_base_minor ?? 0n, w.scope.currency),
          },
    recordedAt: row.recorded_at.toISOString(),
    recordedBy: who(row.recorded_by, row.recorded_by_name),
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversedBy: who(row.reversed_by, row.reversed_by_name),
    replacesId: row.replaces_id,
    can: canOf(w, row),
  };
}

/** What left the bank, in account currency: as it was typed, else what the parts are worth. */
function baseOf(w: Work, row: ShownTransfer): bigint | null {
  if (row.paid_minor !== null && row.paid_currency !== null) {
    const rate = rateOf(row.paid_rate);
    return rate ? convert(row.paid_minor, row.paid_currency, w.scope.currency, rate) : row.paid_minor;
  }
  return row.parts.reduce<bigint | null>(
    (sum, part) => (sum === null || part.baseMinor === null ? null : sum + part.baseMinor),
    row.credit_base_minor ?? 0n,
  );
}

/** What became of the confirmation of a transfer. */
async function mailOf(w: Work, { mailer }: Pick<Deps, 'mailer'>, row: TransferRow): Promise<MailLeft> {
  const recipients = { to: row.to_addresses, cc: row.cc_addresses };
  const { mail_id: mailId } = row;
  if (mailId === null) return { state: row.to_addresses.length === 0 ? 'NONE' : 'WITHDRAWN', ...recipients };
  const states = await aboveAccount(w, (tx) => findMailStates(tx, [mailId]));
  const state = states.get(mailId) ?? 'SENT';
  return { state: state === 'WAITING' && !mailer ? 'NO_MAIL_SERVER' : state, ...recipients };
}

function canOf(w: Work, row: ShownTransfer): Transfer['can'] {
  const refusal = refusalOfPerson(w.scope) ?? refusalOfState(row);
  if (refusal) return { undo: no(w.scope, refusal), correct: no(w.scope, refusal) };
  return { undo: YES, correct: YES };
}

function refusalOfState(row: ShownTransfer): Text | undefined {
  if (row.reversed_at !== null) return say('payments.unpaid');
  if (row.kind === 'BANK_FEES') return say('payments.settled_by_fees');
  return row.has_invoiced_fee ? say('payments.fee_invoiced') : undefined;
}
