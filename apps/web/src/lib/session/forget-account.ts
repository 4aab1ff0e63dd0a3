import { clearListUrls } from '../page/back-href.ts';
import { clearAccountState } from './kept-person.ts';
import { clearStoredFilters } from '../kept/kept-state.ts';
import { clearToasts } from '../toasts/toasts.ts';

/**
 * Deletes the browser state of an account when the person leaves that account: filters in remembered URLs and stored
 * layouts, open lists, offers to undo. The remaining parts of the table layouts are kept.
 */
export function clearAccount(): void {
  clearListUrls();
  clearToasts();
  clearStoredFilters();
  clearAccountState();
  try {
    sessionStorage.clear();
  } catch {
    // Storage is unavailable (for example in a private window), so there is nothing to delete.
  }
}
