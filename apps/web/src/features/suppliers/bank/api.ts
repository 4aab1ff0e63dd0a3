import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  type BankDetails,
  getSupplierBankDetails,
  putSupplierBankDetails,
  removeSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/supplier-bank';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { queryClient, read } from '../../../lib/query-client.ts';

export type BankBody = BodyIn<typeof putSupplierBankDetails>;
export type Details = NonNullable<BankDetails['details']>;

const bankQuery = (id: string) => read('suppliers', getSupplierBankDetails, { params: { id } });
/** The details with dots, and who changed or saw them. */
export const useBankDetails = (id: string) => useQuery(bankQuery(id));

/** Who has them and who looked is asked again; only the masked ones are ever kept. */
const refresh = () => void queryClient.invalidateQueries({ queryKey: ['suppliers'] });

/** Nothing of these calls is kept: what goes in is a password, and what comes out may be unmasked. */
const FORGETFUL = { gcTime: 0, meta: { quiet: true }, onSuccess: refresh } as const;

export const useRevealBankDetails = (id: string) =>
  useMutation({ mutationFn: (password: string) => call(revealSupplierBankDetails, { params: { id }, body: { password } }), ...FORGETFUL });

export const usePutBankDetails = (id: string) =>
  useMutation({ mutationFn: (body: BankBody) => call(putSupplierBankDetails, { params: { id }, body }), ...FORGETFUL });

export const useRemoveBankDetails = (id: string) =>
  useMutation({ mutationFn: (password: string) => call(removeSupplierBankDetails, { params: { id }, body: { password } }), ...FORGETFUL });
