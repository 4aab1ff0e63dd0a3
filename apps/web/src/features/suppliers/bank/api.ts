import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  type BankDetails,
  getSupplierBankDetails,
  putSupplierBankDetails,
  removeSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/supplier-bank';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { queryClient, read } from '../../../lib/query-client.ts';
import { useWrite } from '../../../lib/write.ts';

export type BankBody = BodyIn<typeof putSupplierBankDetails>;
export type Details = NonNullable<BankDetails['details']>;

const bankQuery = (id: string) => read('suppliers', getSupplierBankDetails, { params: { id } });
/** The details with dots, and who changed or saw them. */
export const useBankDetails = (id: string) => useQuery(bankQuery(id));

/** Who has them and who looked is asked again; only the masked ones are ever kept. */
const refresh = () => void queryClient.invalidateQueries({ queryKey: ['suppliers'] });

/** Nothing of these calls is kept: what goes in and comes out may be unmasked. */
const FORGETFUL = { gcTime: 0, onSuccess: refresh } as const;

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
