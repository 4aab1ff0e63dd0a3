import { useRef } from 'react';

/** A key per intent: what is sent again unchanged has the same key, so that the server does it once; another body is another intent. */
export function useIntentKey(): (intent: unknown) => string {
  const last = useRef<{ words: string; key: string }>(undefined);
  return (intent) => {
    const words = JSON.stringify(intent);
    if (last.current?.words !== words) last.current = { words, key: crypto.randomUUID() };
    return last.current.key;
  };
}
