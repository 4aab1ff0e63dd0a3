import * as calls from '@quayside/contracts/suppliers/supplier-imports';
import { type Mounting, mount } from '../../../http/mount.ts';
import { csvAttachment } from '../../../http/table-upload.ts';
import { errorFile } from '../../imports/public.ts';
import { supplierTemplate } from './supplier-imports.fields.ts';
import { SUPPLIERS } from './supplier-imports.kind.ts';
import * as imports from './supplier-imports.service.ts';
import { getSupplierImport, listSupplierImportPage, listSupplierRowPage } from './supplier-imports.views.ts';

/** Mounts the calls for imports of suppliers. */
export function mountSupplierImports(m: Mounting): void {
  const { files, config } = m.deps;
  const deps = { files, rowsInCall: config.importRowsInCall };
  mount(m, calls.createSupplierImport)((w, i) => imports.createSupplierImport(w, deps, i.upload, i.query));
  mount(m, calls.listSupplierImports)((w, i) => listSupplierImportPage(w, i.query));
  mount(m, calls.getSupplierImport)((w, i) => getSupplierImport(w, i.params.importId));
  mount(m, calls.remapSupplierImport)((w, i) => imports.remapSupplierImport(w, deps, i.params.importId, i.body));
  mount(m, calls.startSupplierImport)((w, i) => imports.startSupplierImport(w, deps, i.params.importId, i.body.mode));
  mount(m, calls.cancelSupplierImport)((w, i) => imports.cancelSupplierImport(w, i.params.importId));
  mount(m, calls.undoSupplierImport)((w, i) => imports.undoSupplierImport(w, deps, i.params.importId));
  mount(m, calls.listSupplierImportRows)((w, i) => listSupplierRowPage(w, i.params.importId, i.query));
  mount(
    m,
    calls.getSupplierImportErrorFile,
  )(async (w, i) => {
    const { fileName, body } = await errorFile(w, files, SUPPLIERS, i.params.importId);
    return { headers: csvAttachment(fileName), body };
  });
  mount(
    m,
    calls.getSupplierCsvTemplate,
  )(async () => ({ headers: csvAttachment('suppliers.csv'), body: supplierTemplate() }));
}
