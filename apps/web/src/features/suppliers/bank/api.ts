import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  type BankDetails,
  getSupplierBankDetails,
  putSupplierBankDetails,
  removeSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/suppliers/supplier-bank';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { read } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';

type BankBody = BodyIn<typeof putSupplierBankDetails>;
export type Details = NonNullable<BankDetails['details']>;

const bankQuery = (id: string) => read('suppliers', getSupplierBankDetails, { params: { id } });
/** Loads the masked bank details, and the history of changes and of who has seen the unmasked details. */
export const useBankDetails = (id: string) => useQuery(bankQuery(id));

/** The results of these calls are not cached, because they may contain unmasked numbers. */
const FORGETFUL = { gcTime: 0 } as const;

const failing = (verb: 'get' | 'delete') => ({ verb, entity: t('suppliers:bank.entity') });

export const useRevealBankDetails = (id: string) =>
  useWrite({
    send: () => call(revealSupplierBankDetails, { params: { id }, body: {} }),
    failure: failing('get'),
    ...FORGETFUL,
  });

export const usePutBankDetails = (id: string) =>
  useWrite({
    send: (body: BankBody) => call(putSupplierBankDetails, { params: { id }, body }),
    ...FORGETFUL,
  });

export const useRemoveBankDetails = (id: string) =>
  useWrite({
    send: () => call(removeSupplierBankDetails, { params: { id }, body: {} }),
    failure: failing('delete'),
    ...FORGETFUL,
  });
