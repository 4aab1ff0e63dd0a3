import { say } from '@quayside/contracts/texts/catalogue';
import { todayIn } from '@quayside/domain/days/days';
import { isCurrency } from '@quayside/domain/money/currencies';
import { parseAmount, parseRate } from '@quayside/domain/money/money';
import { checkPaidOn, type BankSide } from '@quayside/domain/payables/settle';
import type { Work } from '../../../db/tx.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { problemsOf } from '../../../http/field-result.ts';

/** What a person typed of the bank. */
interface TypedBank {
  readonly paidOn?: string | undefined;
  readonly paidAmount?: string | null | undefined;
  readonly paidCurrency?: string | null | undefined;
  readonly paidRate?: string | null | undefined;
  readonly fee?: string | null | undefined;
}

/** What left the bank, and when. `bank` is null when nothing was typed of it. */
interface ParsedBank {
  readonly paidOn: string;
  readonly bank: BankSide | null;
  readonly feeMinor: bigint;
}

/** Parses what was typed of the bank. Refused with all invalid fields. */
export function parseBank(w: Work, typed: TypedBank): ParsedBank {
  const errors: FieldProblem[] = [];
  const today = todayIn(w.now.getTime(), w.scope.timeZone);
  const paidOn = typed.paidOn ?? today;
  const checked = checkPaidOn(paidOn, today);
  if (!checked.ok) errors.push(...problemsOf(checked));
  const bank = parseSide(w.scope.currency, typed, errors);
  const fee = typed.fee ? parseAmount(typed.fee, w.scope.currency) : undefined;
  if (fee?.ok === false) errors.push({ field: 'fee', message: fee.message });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return { paidOn, bank, feeMinor: fee?.ok ? fee.value : 0n };
}

function parseSide(accountCurrency: string, typed: TypedBank, errors: FieldProblem[]): BankSide | null {
  const currency = typed.paidCurrency ?? accountCurrency;
  if (!typed.paidAmount) {
    if (typed.paidRate) errors.push({ field: 'paidAmount', message: say('field.required') });
    return null;
  }
  if (!isCurrency(currency)) {
    errors.push({ field: 'paidCurrency', message: say('choose.currency') });
    return null;
  }
  const amount = parseAmount(typed.paidAmount, currency);
  if (!amount.ok) errors.push({ field: 'paidAmount', message: amount.message });
  const rate = typed.paidRate ? parseRate(typed.paidRate) : undefined;
  if (rate?.ok === false) errors.push({ field: 'paidRate', message: rate.message });
  return amount.ok ? { amountMinor: amount.value, currency, rate: rate?.ok ? rate.value : null } : null;
}
