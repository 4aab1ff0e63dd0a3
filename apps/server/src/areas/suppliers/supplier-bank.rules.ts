import type { BodyOut } from '@quayside/contracts/endpoint';
import type { putSupplierBankDetails as putSpec } from '@quayside/contracts/supplier-bank';

/** The bank account of a supplier, as it is sealed; unknown fields are null. */
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

/** Masks a number as dots followed by its end: at most four characters, and never more than half of it. */
export function maskNumber(number: string): string {
  const plain = compact(number);
  const shown = Math.min(MOST_SHOWN, Math.floor([...plain].length / 2));
  return shown === 0 ? DOTS : `${DOTS} ${[...plain].slice(-shown).join('')}`;
}

/**
 * The details that every member may see. Notes are masked too, because they can contain numbers, for example of an
 * intermediary bank.
 */
export const maskedOf = (account: BankAccount): BankAccount => ({
  ...account,
  accountNumber: maskNumber(account.accountNumber),
  bankCode: account.bankCode === null ? null : maskNumber(account.bankCode),
  notes: account.notes === null ? null : DOTS,
});

/** Normalises an account number without separators, so that suppliers with the same account can be found. */
export const accountKeyOf = (accountNumber: string): string => compact(accountNumber).toUpperCase();

/** The account in a request body. A PUT replaces everything, so absent fields are unknown afterwards. */
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

/** The account with the stored values in place of those that were sent back masked, as they had been answered. */
export function unmask(sent: BankAccount, stored: BankAccount | null): BankAccount {
  if (stored === null) return sent;
  const masked = maskedOf(stored);
  const keep = <F extends 'accountNumber' | 'bankCode' | 'notes'>(field: F): BankAccount[F] =>
    sent[field] === masked[field] ? stored[field] : sent[field];
  return { ...sent, accountNumber: keep('accountNumber'), bankCode: keep('bankCode'), notes: keep('notes') };
}

export const isMasked = (accountNumber: string): boolean => accountNumber.startsWith(DOTS);

/** Names of the changed fields; without earlier details, all filled fields. */
export function differingFields(before: BankAccount | null, after: BankAccount): (keyof BankAccount)[] {
  return (Object.keys(after) as (keyof BankAccount)[]).filter((name) =>
    before === null ? after[name] !== null : before[name] !== after[name],
  );
}

const compact = (number: string) => number.replaceAll(/[\s./-]/g, '');
