import { useEffect, useRef } from 'react';
import { holdsTyped } from '../../lib/editing/unsaved.ts';

/** Counts changes that are typed and not stored, so that the page stays when the session ends. */
export function useTyped(count: number): void {
  const live = useRef(count);
  live.current = count;
  useEffect(() => holdsTyped(() => live.current), []);
}
