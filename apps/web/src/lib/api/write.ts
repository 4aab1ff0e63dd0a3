import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { FailureWords } from '../errors/failure-words.ts';
import { useIntentKey } from './intent-key.ts';
import { failureText } from '../errors/failure-text.ts';
import { toast, toastFailure } from '../toasts/toasts.ts';

interface WriteOptions<Result, Input> {
  /**
   * Sends the input. `key` returns the idempotency key of the input, which stays the same when unchanged input is sent
   * again.
   */
  readonly send: (input: Input, key: () => string) => Promise<Result>;
  /**
   * Shows a failure in a toast, with the server's message or, if there is none, with these words. Without `failure`,
   * the caller handles the failure.
   */
  readonly failure?: FailureWords;
  /** True when the screen shows `problem` beside its form. No toast is shown then. */
  readonly isShownInline?: boolean;
  readonly onSuccess?: (result: Result, input: Input) => unknown;
  readonly onError?: (error: Error, input: Input) => unknown;
  readonly onSettled?: () => unknown;
  /** How long the response is kept in memory, in milliseconds. */
  readonly gcTime?: number;
}

export type Write<Result, Input = void> = UseMutationResult<Result, Error, Input> & {
  /** The message of the last failure. Undefined as soon as the input is sent again. */
  readonly problem: string | undefined;
};

/**
 * A write for a component. The hook provides the pending state and an idempotency key, and reports each failure once.
 */
export function useWrite<Result, Input = void>(options: WriteOptions<Result, Input>): Write<Result, Input> {
  const { send, failure, isShownInline = false, ...rest } = options;
  const keyOf = useIntentKey();
  const mutation = useMutation<Result, Error, Input>({
    ...rest,
    mutationFn: (input) => send(input, () => keyOf(input)),
    meta: failure && !isShownInline ? { failure } : { quiet: true },
  });
  return { ...mutation, problem: mutation.error ? failureText(mutation.error, failure) : undefined };
}

interface Told {
  readonly failure?: FailureWords;
  /** The message after a success. */
  readonly done?: string;
  /** Adds an Undo button to the message. */
  readonly undo?: () => unknown;
  readonly scope?: 'field' | 'global';
}

/**
 * A write without a pending state, for a menu item or an undo. Success and failure are reported in toasts. Resolves to
 * undefined when the write failed.
 */
export async function write<Result>(
  send: () => Promise<Result>,
  { failure, done, undo, scope }: Told,
): Promise<{ readonly result: Result } | undefined> {
  try {
    const result = await send();
    if (done !== undefined)
      toast('success', done, { ...(scope && { scope }), ...(undo && { onUndo: () => void undo() }) });
    return { result };
  } catch (error) {
    toastFailure(error, failure);
    return undefined;
  }
}
