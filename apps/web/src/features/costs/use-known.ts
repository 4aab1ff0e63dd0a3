import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type Known, readKnown, writeKnown } from './known.ts';

/** The day as of which costs are shown, stored in the address. */
export function useKnown(): [Known, (next: Known) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (next: Known) => setParams((current) => writeKnown(current, next), { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return [readKnown(params), set];
}
