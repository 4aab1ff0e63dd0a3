import type { BodyOut } from '@quayside/contracts/endpoint';
import type { putSupplierBankDetails as putSpec } from '@quayside/contracts/suppliers/supplier-bank';

/** The bank account of a supplier, in the form that is encrypted. Fields that are not known are null. */
export interface BankAccount {
  readonly beneficiary: string;
  readonly accountNumber: string;
  readonly bankName: string | null;
  readonly bankAddress: string | null;
  readonly swift: string | null;
  readonly bankCode: string | null;
  readonly currency: string | null;
  readonly notes: string | null;
}

const DOTS = '••••';
const MOST_SHOWN = 4;

/**
 * Masks a number: dots, followed by the last characters. At most four characters and never more than half of the number
 * are shown.
 */
export function maskNumber(number: string): string {
  const plain = compact(number);
  const shown = Math.min(MOST_SHOWN, Math.floor([...plain].length / 2));
  return shown === 0 ? DOTS : `${DOTS} ${[...plain].slice(-shown).join('')}`;
}

/**
 * The bank details as every member may see them. Notes are masked too, because they can contain numbers, for example of
 * an intermediary bank.
 */
export const maskedOf = (account: BankAccount): BankAccount => ({
  ...account,
  accountNumber: maskNumber(account.accountNumber),
  bankCode: account.bankCode === null ? null : maskNumber(account.bankCode),
  notes: account.notes === null ? null : DOTS,
});

/** Normalises an account number by removing separators, so that suppliers with the same bank account can be found. */
export const accountKeyOf = (accountNumber: string): string => compact(accountNumber).toUpperCase();

/** The bank account in a request body. A PUT replaces all fields, so an absent field becomes null. */
export const accountOf = (body: Omit<BodyOut<typeof putSpec>, 'password'>): BankAccount => ({
  beneficiary: body.beneficiary,
  accountNumber: body.accountNumber,
  bankName: body.bankName ?? null,
  bankAddress: body.bankAddress ?? null,
  swift: body.swift ?? null,
  bankCode: body.bankCode ?? null,
  currency: body.currency ?? null,
  notes: body.notes ?? null,
});

/**
 * Replaces masked values in a request with the stored ones, because a client may send back the masked values that it
 * has received.
 */
export function unmask(sent: BankAccount, stored: BankAccount | null): BankAccount {
  if (stored === null) return sent;
  const masked = maskedOf(stored);
  const keep = <F extends 'accountNumber' | 'bankCode' | 'notes'>(field: F): BankAccount[F] =>
    sent[field] === masked[field] ? stored[field] : sent[field];
  return { ...sent, accountNumber: keep('accountNumber'), bankCode: keep('bankCode'), notes: keep('notes') };
}

export const isMasked = (accountNumber: string): boolean => accountNumber.startsWith(DOTS);

/** The names of the changed fields. If there were no details before, these are all fields that have a value. */
export function differingFields(before: BankAccount | null, after: BankAccount): (keyof BankAccount)[] {
  return (Object.keys(after) as (keyof BankAccount)[]).filter((name) =>
    before === null ? after[name] !== null : before[name] !== after[name],
  );
}

const compact = (number: string) => number.replaceAll(/[\s./-]/g, '');
