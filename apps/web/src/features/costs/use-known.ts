import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type Known, readKnown, writeKnown } from './known.ts';

/** Which costs are shown: as known today, or as of another day. The choice is stored in the page's URL. */
export function useKnown(): [Known, (next: Known) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (next: Known) => setParams((current) => writeKnown(current, next), { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return [readKnown(params), set];
}
