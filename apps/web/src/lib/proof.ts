/**
 * The question for the password typed again, between the one fetch that meets a refusal and the one dialog that asks. Calls that
 * are refused at the same time wait for the same answer.
 */
let waiting: { readonly promise: Promise<boolean>; readonly resolve: (isProved: boolean) => void } | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export const proof = {
  /** Asks; true: proved, the call may be sent again. False at once where nothing could ask. */
  ask(): Promise<boolean> {
    if (listeners.size === 0) return Promise.resolve(false);
    if (!waiting) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting = { promise, resolve };
      tell();
    }
    return waiting.promise;
  },
  isAsked: (): boolean => waiting !== undefined,
  answer(isProved: boolean): void {
    const asked = waiting;
    waiting = undefined;
    tell();
    asked?.resolve(isProved);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
