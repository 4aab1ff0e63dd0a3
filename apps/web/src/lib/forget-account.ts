import { clearListAddresses } from './back-href.ts';
import { clearAccountState } from './kept-person.ts';
import { clearStoredFilters } from './kept-state.ts';
import { clearToasts } from './toasts.ts';

/**
 * Deletes the browser state of the account that the person leaves: list addresses and filters, open lists, offers to
 * undo. Table layouts stay.
 */
export function clearAccount(): void {
  clearListAddresses();
  clearToasts();
  clearStoredFilters();
  clearAccountState();
  try {
    sessionStorage.clear();
  } catch {
    // Storage is unavailable (a private window), so there is nothing to delete.
  }
}
