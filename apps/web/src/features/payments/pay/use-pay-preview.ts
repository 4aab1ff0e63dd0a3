import { useDebouncedValue } from '@mantine/hooks';
import { previewTransfer } from '@quayside/contracts/payment-transfers';
import type { Payment } from '@quayside/contracts/payments';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Conflict } from '../../../components/form/form-types.ts';
import { hasCode, isApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { type PayValues, previewBody } from './pay-form.ts';

const DELAY_MS = 300;
const NO_ERRORS: Readonly<Record<string, string>> = {};

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
  const fields = isApiError(error) && !conflict ? fieldsOf(error.errors, payments.length) : NO_ERRORS;
  return {
    data: query.error || !isValid ? undefined : query.data,
    /** Whether something was typed since, or the preview is on its way. */
    isStale: settled !== text || query.isFetching || query.isPlaceholderData,
    /** The errors by field of the form. */
    errors: fields,
    /** A failure that belongs to no field. */
    failure: error && !conflict && Object.keys(fields).length === 0 ? error : undefined,
    conflict,
  };
}
export type PayPreviewState = ReturnType<typeof usePayPreview>;

const conflictOf = (current: unknown): Conflict | undefined =>
  typeof current === 'object' && current !== null ? { current: current as Record<string, unknown> } : undefined;

/** The preview names the amount of a single instalment like that of one of several. */
function fieldsOf(errors: readonly { field: string; message: string }[], count: number): Record<string, string> {
  return Object.fromEntries(
    errors.map(({ field, message }) => [count === 1 && field.startsWith('payments.0.') ? 'amount' : field, message]),
  );
}
