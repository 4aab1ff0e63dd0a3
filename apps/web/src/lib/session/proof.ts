import { pageStore } from '../store.ts';

interface Question {
  readonly promise: Promise<boolean>;
  readonly resolve: (isProved: boolean) => void;
}

/**
 * The pending request for a recent proof of identity. call() creates the request after a refusal, and the proof dialog
 * resolves it. Calls that are refused at the same time share one request.
 */
const question = pageStore<Question | undefined>(undefined);

export const proof = {
  subscribe: question.subscribe,
  get: question.get,
  isAsked: (): boolean => question.get() !== undefined,
  /**
   * Requests the proof. Resolves to true when the person has given it, and to false immediately when no dialog is
   * mounted.
   */
  ask(): Promise<boolean> {
    if (!question.hasListeners()) return Promise.resolve(false);
    const asked = question.get();
    if (asked) return asked.promise;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    question.set({ promise, resolve });
    return promise;
  },
  answer(isProved: boolean): void {
    const asked = question.get();
    question.set(undefined);
    asked?.resolve(isProved);
  },
};
