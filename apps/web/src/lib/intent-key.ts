import { useRef } from 'react';

/**
 * An idempotency key per intent. An unchanged body keeps its key, so that the server performs a retry once; a changed
 * body gets a new key.
 */
export function useIntentKey(): (intent: unknown) => string {
  const last = useRef<{ words: string; key: string }>(undefined);
  return (intent) => {
    const words = JSON.stringify(intent);
    if (last.current?.words !== words) last.current = { words, key: crypto.randomUUID() };
    return last.current.key;
  };
}
