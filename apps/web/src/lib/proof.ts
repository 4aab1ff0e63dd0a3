import { createStore } from './store.ts';

interface Question {
  readonly promise: Promise<boolean>;
  readonly resolve: (isProved: boolean) => void;
}

/**
 * The pending request for recent proof. call() creates it after a refusal and the proof dialog answers it. Concurrent
 * refused calls share one request.
 */
const question = createStore<Question | undefined>(undefined);

export const proof = {
  subscribe: question.subscribe,
  get: question.get,
  isAsked: (): boolean => question.get() !== undefined,
  /** Opens the dialog. Resolves to true once the password was proved; false at once when no dialog is mounted. */
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
