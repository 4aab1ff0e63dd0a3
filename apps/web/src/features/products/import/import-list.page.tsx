import { ImportKitContext } from '../../../components/import/import-kit.ts';
import { ImportList } from '../../../components/import/import-list.tsx';
import { productImportKit } from './product-import-kit.ts';

/** The page of imports of products. */
export const ImportListPage = () => (
  <ImportKitContext value={productImportKit}>
    <ImportList />
  </ImportKitContext>
);
