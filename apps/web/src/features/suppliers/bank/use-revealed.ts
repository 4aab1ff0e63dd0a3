import { useCallback, useEffect, useState } from 'react';
import type { Details } from './api.ts';

/** How long unmasked details stay visible, in seconds. */
const SHOWN_SECONDS = 60;

interface Revealed {
  readonly details: Details;
  readonly until: number;
}

/** Unmasked details. They are kept for a minute, and only in the memory of this page. */
export function useRevealed() {
  const [revealed, setRevealed] = useState<Revealed>();
  const [now, setNow] = useState(0);
  const hide = useCallback(() => setRevealed(undefined), []);
  const show = useCallback((details: Details) => {
    setNow(Date.now());
    setRevealed({ details, until: Date.now() + SHOWN_SECONDS * 1000 });
  }, []);
  useEffect(() => {
    if (!revealed) return;
    const tick = () => (Date.now() >= revealed.until ? hide() : setNow(Date.now()));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [revealed, hide]);
  return {
    details: revealed?.details,
    seconds: revealed ? Math.max(1, Math.ceil((revealed.until - now) / 1000)) : 0,
    show,
    hide,
  };
}
