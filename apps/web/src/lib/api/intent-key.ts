import { useRef } from 'react';
import { wordsOf } from './intent-words.ts';

/**
 * Returns a function that gives each request body an idempotency key. An unchanged body keeps its key, so that the
 * server performs a retried write only once. A changed body gets a new key.
 */
export function useIntentKey(): (intent: unknown) => string {
  const last = useRef<{ words: string; key: string }>(undefined);
  return (intent) => {
    const words = wordsOf(intent);
    if (last.current?.words !== words) last.current = { words, key: crypto.randomUUID() };
    return last.current.key;
  };
}
