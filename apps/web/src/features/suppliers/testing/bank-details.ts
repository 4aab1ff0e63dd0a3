import type { BankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import { USER_ID } from '../../../testing/person.ts';

/** A supplier for whom no bank details are stored. */
export const noBankDetails = (over: Partial<BankDetails> = {}): BankDetails => ({
  details: null,
  isMasked: true,
  changedAt: null,
  changedBy: null,
  history: [],
  ...over,
});

/** The masked details of a bank account in Ningbo. The history has one change, by Ada Crane. */
export const someBankDetails = (over: Partial<BankDetails> = {}): BankDetails => {
  const [at, by] = ['2026-11-02T09:00:00Z', { id: USER_ID, name: 'Ada Crane' }];
  return noBankDetails({
    details: {
      beneficiary: 'Ningbo Haosheng',
      accountNumber: '•••• 4321',
      bankName: 'Bank of Ningbo',
      bankAddress: null,
      swift: 'BKNBCN2N',
      bankCode: null,
      currency: 'CNY',
      notes: null,
    },
    changedAt: at,
    changedBy: by,
    history: [{ action: 'CHANGED', at, by }],
    ...over,
  });
};
