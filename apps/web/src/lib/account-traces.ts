import { forgetListAddresses } from './back-href.ts';
import { clearToasts } from './toasts.ts';

const GRID_PREFIX = 'quayside.grid.';

/** What is kept of a table without the filters of it; undefined where nothing has to change. */
export function withoutChips(text: string): string | undefined {
  try {
    const kept = JSON.parse(text) as { data?: { chips?: unknown[] } } | null;
    return kept?.data?.chips?.length ? JSON.stringify({ ...kept, data: { ...kept.data, chips: [] } }) : undefined;
  } catch {
    // Not ours to repair; who reads it drops it.
    return undefined;
  }
}

/** Forgets what this browser kept of the account that is left: addresses and filters of lists, open lists, offers to undo. Layouts stay. */
export function forgetTraces(): void {
  forgetListAddresses();
  clearToasts();
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(GRID_PREFIX))) {
      const next = withoutChips(localStorage.getItem(key) ?? '');
      if (next !== undefined) localStorage.setItem(key, next);
    }
  } catch {
    // No storage (a private window): nothing was kept.
  }
}
