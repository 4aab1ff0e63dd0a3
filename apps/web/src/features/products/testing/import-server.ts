import {
  cancelProductImport,
  getProductImport,
  type ImportRow,
  listProductImportRows,
  type ProductImport,
  startProductImport,
  undoProductImport,
} from '@quayside/contracts/products/product-imports';
import { paths } from '../../../lib/paths.ts';
import { aPage } from '../../../testing/pages.ts';
import type { Visitor } from '../../../testing/person.ts';
import { renderApp, startApi } from '../../../testing/render-app.tsx';
import { anImportRow } from './an-import.ts';

interface Options {
  readonly as?: Visitor;
  readonly rowsOfFile?: readonly ImportRow[];
}

/**
 * A fake API with one import. `change` changes this import as if somebody else, or the job on the server, had changed
 * it.
 */
export function startWithImport(stored: ProductImport, { as = 'admin', rowsOfFile = [anImportRow()] }: Options = {}) {
  const api = startApi({ as });
  let now = stored;
  const change = (over: Partial<ProductImport>) => (now = { ...now, ...over });
  api.on(getProductImport, () => now);
  api.on(listProductImportRows, aPage(rowsOfFile));
  api.on(startProductImport, () => change({ state: 'IMPORTED', canUndo: true }));
  api.on(cancelProductImport, () => change({ state: 'CANCELLED' }));
  api.on(undoProductImport, () => change({ state: 'UNDONE', canUndo: false }));
  return { api, change };
}

/** Opens the page of an import, with such a fake API. */
export function openImport(stored: ProductImport, options?: Options) {
  const prepared = startWithImport(stored, options);
  renderApp(paths.productImport(stored.id));
  return prepared;
}
