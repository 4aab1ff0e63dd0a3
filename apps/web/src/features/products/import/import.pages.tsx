import { ImportKitContext } from '../../../components/import/import-kit.ts';
import { ImportList } from '../../../components/import/import-list.tsx';
import { ImportPage } from '../../../components/import/import-page.tsx';
import { productImportKit } from './product-import-kit.ts';

/** The page of the imports of products. */
export const ImportListPage = () => (
  <ImportKitContext value={productImportKit}>
    <ImportList />
  </ImportKitContext>
);

/** The page of one import of products. */
export const ProductImportPage = () => (
  <ImportKitContext value={productImportKit}>
    <ImportPage />
  </ImportKitContext>
);
