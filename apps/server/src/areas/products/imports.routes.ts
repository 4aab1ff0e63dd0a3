import { createProductImport, getProductCsvTemplate, getProductImport, uploadProductCsv } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import type { Upload } from '../../http/upload.ts';
import * as imports from './imports.service.ts';

export function mountProductImports(m: Mounting): void {
  const { files } = m.deps;
  /** The file is read and not kept: rows tell what it said, and its hash whether it comes again. */
  const importUpload = async (w: Work, upload: Upload, options: imports.ImportOptions) => {
    const result = await imports.importProducts(w, { bytes: await files.read(upload.storageKey), fileName: upload.fileName, sha256: upload.sha256 }, options);
    await files.remove(upload.storageKey);
    return result;
  };
  mount(m, createProductImport)((w, i) => importUpload(w, i.upload, i.query));
  mount(m, uploadProductCsv)((w, i) => importUpload(w, i.upload, { dryRun: false, mode: 'ALL_OR_NOTHING', isStrict: true }));
  mount(m, getProductImport)((w, i) => imports.getImport(w, i.params.importId));
  mount(
    m,
    getProductCsvTemplate,
  )(async () => ({
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="products.csv"' },
    body: imports.csvTemplate(),
  }));
}
