import * as calls from '@quayside/contracts/products/product-imports';
import { type Mounting, mount } from '../../../http/mount.ts';
import { csvAttachment } from '../../../http/table-upload.ts';
import { errorFile } from '../../imports/public.ts';
import { PRODUCTS } from './imports.kind.ts';
import * as imports from './imports.service.ts';
import { csvTemplate } from './imports.template.ts';
import { getProductImport, listProductImportPage, listProductRowPage } from './imports.views.ts';

/** Mounts the calls for product imports. */
export function mountProductImports(m: Mounting): void {
  const { files, config } = m.deps;
  const deps = { files, rowsInCall: config.importRowsInCall };
  mount(m, calls.createProductImport)((w, i) => imports.createProductImport(w, deps, i.upload, i.query));
  mount(m, calls.uploadProductCsv)((w, i) => imports.importProductCsv(w, deps, i.upload, i.query));
  mount(m, calls.listProductImports)((w, i) => listProductImportPage(w, i.query));
  mount(m, calls.getProductImport)((w, i) => getProductImport(w, i.params.importId));
  mount(m, calls.remapProductImport)((w, i) => imports.remapProductImport(w, deps, i.params.importId, i.body));
  mount(m, calls.startProductImport)((w, i) => imports.startProductImport(w, deps, i.params.importId, i.body.mode));
  mount(m, calls.cancelProductImport)((w, i) => imports.cancelProductImport(w, i.params.importId));
  mount(m, calls.undoProductImport)((w, i) => imports.undoProductImport(w, deps, i.params.importId));
  mount(m, calls.listProductImportRows)((w, i) => listProductRowPage(w, i.params.importId, i.query));
  mount(
    m,
    calls.getProductImportErrorFile,
  )(async (w, i) => {
    const { fileName, body } = await errorFile(w, files, PRODUCTS, i.params.importId);
    return { headers: csvAttachment(fileName), body };
  });
  mount(m, calls.getProductCsvTemplate)(async () => ({ headers: csvAttachment('products.csv'), body: csvTemplate() }));
}
