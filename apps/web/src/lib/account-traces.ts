import { forgetListAddresses } from './back-href.ts';
import { forgetAccountState } from './person-state.ts';
import { forgetFilters } from './state.ts';
import { clearToasts } from './toasts.ts';

/** Forgets what this browser kept of the account that is left: addresses and filters of lists, open lists, offers to undo, itself. Layouts stay. */
export function forgetTraces(): void {
  forgetListAddresses();
  clearToasts();
  forgetFilters();
  forgetAccountState();
  try {
    sessionStorage.clear();
  } catch {
    // No storage (a private window): nothing was kept.
  }
}
