import { previewBankFeeInvoice } from '@quayside/contracts/payments/bank-fees';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

/** Previews an invoice of the bank fees of these months. Nothing is stored. Without a month, there is no preview. */
export function useFeePreview(months: string[]) {
  const isEnabled = months.length > 0;
  const query = useQuery({
    queryKey: ['payments', previewBankFeeInvoice.path, months] as const,
    queryFn: ({ signal }) => call(previewBankFeeInvoice, { body: { months }, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { ...query, data: isEnabled ? query.data : undefined, isEnabled };
}
