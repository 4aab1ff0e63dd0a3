import { idle } from '../lib/idle.ts';
import { loadPart } from '../lib/load-part.ts';

type Load = () => Promise<unknown>;
/** What people open from the first screen; whatever else a screen shares with these is there too. */
const NEXT: readonly Load[] = [
  () => import('../features/notifications/notification-queue.tsx'),
  () => import('./pages/invoices-page.tsx'),
  () => import('./pages/products-page.tsx'),
  () => import('../components/data-grid/grid-table.tsx'),
  () => import('../features/suppliers/supplier-list.page.tsx'),
  () => import('./pages/invoice-page.tsx'),
  () => import('./pages/product-details-page.tsx'),
  () => import('./pages/documents-page.tsx'),
  // The session may end when nothing can be fetched any more.
  () => import('./pages/login.page.tsx'),
];

interface Connection {
  readonly saveData?: boolean;
}

/** Fetches what comes next, one part whenever there is nothing else to do, so that opening it is not waited for. Not for who saves data. */
export async function fetchAhead(first: Load, isOver: () => boolean): Promise<void> {
  if ((navigator as { connection?: Connection }).connection?.saveData) return;
  for (const load of [first, ...NEXT]) {
    await idle();
    if (isOver()) return;
    // What does not come now is asked for again when it is opened.
    await loadPart(load).catch(() => undefined);
  }
}
