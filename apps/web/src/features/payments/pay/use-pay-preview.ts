import { useDebouncedValue } from '@mantine/hooks';
import { previewTransfer } from '@quayside/contracts/payments/payment-transfers';
import type { Payment } from '@quayside/contracts/payments/payments';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Conflict } from '../../../components/form/form-types.ts';
import { hasCode } from '../../../lib/errors/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { refusals } from '../../../lib/errors/refusals.ts';
import { type PayValues, previewBody } from './pay-form.ts';

const DELAY_MS = 300;

const QUERY = ['payments', 'preview'] as const;

/**
 * Previews a payment while it is typed. Nothing is stored. While the payment is sent, and once it is recorded, nothing
 * is asked, because the instalments are not what they were.
 */
export function usePayPreview(payments: readonly Payment[], values: PayValues, isSent: boolean) {
  const body = previewBody(payments, values);
  const text = JSON.stringify(body);
  const [settled] = useDebouncedValue(text, DELAY_MS);
  const isValid = body !== undefined && previewTransfer.body?.safeParse(body).success === true;
  const asked = settled === undefined ? undefined : (JSON.parse(settled) as NonNullable<typeof body>);
  const query = useQuery({
    queryKey: [...QUERY, settled] as const,
    queryFn: ({ signal }) => call(previewTransfer, { body: asked as NonNullable<typeof body>, signal }),
    enabled: isValid && settled === text && !isSent,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (isSent) void queryClient.cancelQueries({ queryKey: QUERY });
  }, [isSent]);
  const error = settled === text ? query.error : null;
  const conflict = hasCode(error, 'conflict_version') ? conflictOf(error.current) : undefined;
  const { fields, rest } = refusals(conflict ? null : error, (path) => placeOf(path, payments, values));
  return {
    data: query.error || !isValid ? undefined : query.data,
    /** Whether something was typed since, or the preview is on its way. */
    isStale: settled !== text || query.isFetching || query.isPlaceholderData,
    /** The errors by field of the form. */
    errors: fields,
    /** A failure that belongs to no field. */
    failure: rest,
    conflict,
  };
}
export type PayPreviewState = ReturnType<typeof usePayPreview>;

const conflictOf = (current: unknown): Conflict | undefined =>
  typeof current === 'object' && current !== null ? { current: current as Record<string, unknown> } : undefined;

/** The fields of a payment that show what is wrong with them. */
const SHOWN = ['amount', 'paidOn', 'paidAmount', 'paidCurrency', 'fee'];

/** The preview names the amount of a single instalment like that of one of several. */
function placeOf(path: string, payments: readonly Payment[], { paidCurrency }: PayValues): string | undefined {
  if (path.startsWith('payments.') && payments.length === 1) return 'amount';
  if (/^payments\.\d+\.(amount|id)$/.test(path)) return path;
  if (path === 'paidRate') return paidCurrency === payments[0]?.accountCurrency ? undefined : path;
  return SHOWN.includes(path) ? path : undefined;
}
