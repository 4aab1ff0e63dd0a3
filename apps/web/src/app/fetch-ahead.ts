import { idle } from '../lib/idle.ts';
import { loadPart } from '../lib/load-part.ts';

type Load = () => Promise<unknown>;
/** Chunks that people open first from the home screen; chunks they share with other screens are included. */
const NEXT: readonly Load[] = [
  () => import('../features/notifications/notification-queue.tsx'),
  () => import('./pages/invoices-page.tsx'),
  () => import('./pages/products-page.tsx'),
  () => import('../components/data-grid/grid-table.tsx'),
  () => import('../features/suppliers/supplier-list.page.tsx'),
  () => import('./pages/invoice-page.tsx'),
  () => import('./pages/product-details-page.tsx'),
  () => import('./pages/documents-page.tsx'),
  // Without a session nothing can be loaded.
  () => import('./pages/login.page.tsx'),
];

interface Connection {
  readonly saveData?: boolean;
}

/** Prefetches chunks one by one while the browser is idle. Skipped when the person saves data. */
export async function fetchAhead(first: Load, isOver: () => boolean): Promise<void> {
  if ((navigator as { connection?: Connection }).connection?.saveData) return;
  for (const load of [first, ...NEXT]) {
    await idle();
    if (isOver()) return;
    // Ignore failures: opening the screen loads its chunk again.
    await loadPart(load).catch(() => undefined);
  }
}
