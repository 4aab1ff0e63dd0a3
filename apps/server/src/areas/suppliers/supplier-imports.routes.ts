import * as calls from '@quayside/contracts/supplier-imports';
import { type Mounting, mount } from '../../http/mount.ts';
import { csvAttachment } from '../../http/table-upload.ts';
import { supplierTemplate } from './supplier-imports.fields.ts';
import * as imports from './supplier-imports.service.ts';
import { listImportRowPage, listSupplierImportPage } from './supplier-imports.views.ts';

/** Mounts the calls for imports of suppliers. */
export function mountSupplierImports(m: Mounting): void {
  const { files } = m.deps;
  mount(m, calls.createSupplierImport)((w, i) => imports.createSupplierImport(w, files, i.upload, i.query));
  mount(m, calls.listSupplierImports)((w, i) => listSupplierImportPage(w, i.query));
  mount(m, calls.getSupplierImport)((w, i) => imports.getSupplierImport(w, i.params.importId));
  mount(m, calls.remapSupplierImport)((w, i) => imports.remapSupplierImport(w, files, i.params.importId, i.body));
  mount(m, calls.startSupplierImport)((w, i) => imports.startSupplierImport(w, files, i.params.importId, i.body.mode));
  mount(m, calls.cancelSupplierImport)((w, i) => imports.cancelSupplierImport(w, i.params.importId));
  mount(m, calls.undoSupplierImport)((w, i) => imports.undoSupplierImport(w, i.params.importId));
  mount(
    m,
    calls.listSupplierImportRows,
  )(async (w, i) => {
    await imports.getSupplierImport(w, i.params.importId);
    return listImportRowPage(w, i.params.importId, i.query);
  });
  mount(
    m,
    calls.getSupplierImportErrorFile,
  )(async (w, i) => {
    const { fileName, body } = await imports.supplierErrorFile(w, files, i.params.importId);
    return { headers: csvAttachment(fileName), body };
  });
  mount(
    m,
    calls.getSupplierCsvTemplate,
  )(async () => ({ headers: csvAttachment('suppliers.csv'), body: supplierTemplate() }));
}
