import * as calls from '@quayside/contracts/product-imports';
import { type Mounting, mount } from '../../http/mount.ts';
import { csvAttachment } from '../../http/table-upload.ts';
import { csvTemplate, errorFile } from './imports.files.ts';
import * as imports from './imports.service.ts';
import { listImports, listRows } from './imports.views.ts';

/** Mounts the calls for product imports. */
export function mountProductImports(m: Mounting): void {
  const { files, config } = m.deps;
  const deps = { files, rowsInCall: config.importRowsInCall };
  mount(m, calls.createProductImport)((w, i) => imports.createImport(w, deps, i.upload, i.query));
  mount(
    m,
    calls.uploadProductCsv,
  )((w, i) =>
    imports.createImport(w, deps, i.upload, { ...i.query, dryRun: false, mode: 'ALL_OR_NOTHING', isStrict: true }),
  );
  mount(m, calls.listProductImports)((w, i) => listImports(w, i.query));
  mount(m, calls.getProductImport)((w, i) => imports.getImport(w, i.params.importId));
  mount(m, calls.remapProductImport)((w, i) => imports.remapImport(w, deps, i.params.importId, i.body));
  mount(m, calls.startProductImport)((w, i) => imports.startImport(w, deps, i.params.importId, i.body.mode));
  mount(m, calls.cancelProductImport)((w, i) => imports.cancelImport(w, i.params.importId));
  mount(m, calls.undoProductImport)((w, i) => imports.undoImport(w, deps, i.params.importId));
  mount(
    m,
    calls.listProductImportRows,
  )(async (w, i) => {
    await imports.getImport(w, i.params.importId);
    return listRows(w, i.params.importId, i.query);
  });
  mount(
    m,
    calls.getProductImportErrorFile,
  )(async (w, i) => {
    const { fileName, body } = await errorFile(w, files, i.params.importId);
    return { headers: csvAttachment(fileName), body };
  });
  mount(m, calls.getProductCsvTemplate)(async () => ({ headers: csvAttachment('products.csv'), body: csvTemplate() }));
}
