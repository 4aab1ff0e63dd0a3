import type { BodyOut } from '@quayside/contracts/endpoint';
import type { putSupplierBankDetails as putSpec } from '@quayside/contracts/supplier-bank';

/** Where money for a supplier goes, as it is sealed; what is not known is null. */
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

/** Dots and the end of a number: at most four characters, and never more than half of it. */
export function maskNumber(number: string): string {
  const plain = compact(number);
  const shown = Math.min(MOST_SHOWN, Math.floor([...plain].length / 2));
  return shown === 0 ? DOTS : `${DOTS} ${[...plain].slice(-shown).join('')}`;
}

/** What everybody may see. Notes can hold numbers too, of an intermediary bank for one. */
export const maskedOf = (account: BankAccount): BankAccount => ({
  ...account,
  accountNumber: maskNumber(account.accountNumber),
  bankCode: account.bankCode === null ? null : maskNumber(account.bankCode),
  notes: account.notes === null ? null : DOTS,
});

/** The number without what people write it apart with: two suppliers with one account are found by it. */
export const accountKeyOf = (accountNumber: string): string => compact(accountNumber).toUpperCase();

/** What a body says; it says the whole, so what is absent is not known. */
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

/** Names of the fields that differ; all that are filled where there was nothing. */
export function differingFields(before: BankAccount | null, after: BankAccount): string[] {
  return (Object.keys(after) as (keyof BankAccount)[]).filter((name) => (before === null ? after[name] !== null : before[name] !== after[name]));
}

const compact = (number: string) => number.replaceAll(/[\s./-]/g, '');
