import { ImportKitContext } from '../../../components/import/import-kit.ts';
import { ImportList } from '../../../components/import/import-list.tsx';
import { supplierImportKit } from './supplier-import-kit.ts';

/** The page of imports of suppliers. */
export const SupplierImportListPage = () => (
  <ImportKitContext value={supplierImportKit}>
    <ImportList />
  </ImportKitContext>
);
