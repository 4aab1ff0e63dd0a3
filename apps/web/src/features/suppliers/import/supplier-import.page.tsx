import { ImportKitContext } from '../../../components/import/import-kit.ts';
import { ImportPage } from '../../../components/import/import-page.tsx';
import { supplierImportKit } from './supplier-import-kit.ts';

/** The page of one import of suppliers. */
export const SupplierImportPage = () => (
  <ImportKitContext value={supplierImportKit}>
    <ImportPage />
  </ImportKitContext>
);
