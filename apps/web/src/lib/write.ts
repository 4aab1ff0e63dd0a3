import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { FailureWords } from './failure-words.ts';
import { useIntentKey } from './intent-key.ts';
import { failureText, toast, toastFailure } from './toasts.ts';

interface WriteOptions<Result, Input> {
  /** Sends the input. `key` is its idempotency key: a retry of an unchanged input has the same one. */
  readonly send: (input: Input, key: () => string) => Promise<Result>;
  /** Tells a failure in a toast: the server's words, else these. Without them the caller tells it. */
  readonly failure?: FailureWords;
  /** The screen shows `problem` beside its form, so there is no toast. */
  readonly isToldInline?: boolean;
  readonly onSuccess?: (result: Result, input: Input) => unknown;
  readonly onError?: (error: Error, input: Input) => unknown;
  readonly onSettled?: () => unknown;
  /** How long the answer is kept in memory; ms. */
  readonly gcTime?: number;
}

export type Write<Result, Input = void> = UseMutationResult<Result, Error, Input> & {
  /** What went wrong, in the server's words; undefined once it is sent again. */
  readonly problem: string | undefined;
};

/** A write that a component offers: pending state, idempotency key, and a failure told once. */
export function useWrite<Result, Input = void>(options: WriteOptions<Result, Input>): Write<Result, Input> {
  const { send, failure, isToldInline = false, ...rest } = options;
  const keyOf = useIntentKey();
  const mutation = useMutation<Result, Error, Input>({
    ...rest,
    mutationFn: (input) => send(input, () => keyOf(input)),
    meta: failure && !isToldInline ? { failure } : { quiet: true },
  });
  return { ...mutation, problem: mutation.error ? failureText(mutation.error, failure) : undefined };
}

interface Told {
  readonly failure?: FailureWords;
  /** The message of success. */
  readonly done?: string;
  /** Offers Undo beside it. */
  readonly undo?: () => unknown;
  readonly scope?: 'field' | 'global';
}

/**
 * A write without a pending state: a menu item, an undo. Tells success and failure in toasts; answers undefined when it
 * failed.
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
