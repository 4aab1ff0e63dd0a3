import { ImportKitContext } from '../../../components/import/import-kit.ts';
import { ImportList } from '../../../components/import/import-list.tsx';
import { ImportPage } from '../../../components/import/import-page.tsx';
import { supplierImportKit } from './supplier-import-kit.ts';

/** The page of the imports of suppliers. */
export const SupplierImportListPage = () => (
  <ImportKitContext value={supplierImportKit}>
    <ImportList />
  </ImportKitContext>
);

/** The page of one import of suppliers. */
export const SupplierImportPage = () => (
  <ImportKitContext value={supplierImportKit}>
    <ImportPage />
  </ImportKitContext>
);
