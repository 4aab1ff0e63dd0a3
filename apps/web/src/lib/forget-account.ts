import { forgetListAddresses } from './back-href.ts';
import { forgetAccountState } from './kept-person.ts';
import { forgetFilters } from './kept-state.ts';
import { clearToasts } from './toasts.ts';

/**
 * Deletes the browser state of the account that the person leaves: list addresses and filters, open lists, offers to
 * undo. Table layouts stay.
 */
export function forgetAccount(): void {
  forgetListAddresses();
  clearToasts();
  forgetFilters();
  forgetAccountState();
  try {
    sessionStorage.clear();
  } catch {
    // Storage is unavailable (a private window), so there is nothing to delete.
  }
}
