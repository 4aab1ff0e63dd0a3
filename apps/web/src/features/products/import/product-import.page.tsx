import { ImportKitContext } from '../../../components/import/import-kit.ts';
import { ImportPage } from '../../../components/import/import-page.tsx';
import { productImportKit } from './product-import-kit.ts';

/** The page of one import of products. */
export const ProductImportPage = () => (
  <ImportKitContext value={productImportKit}>
    <ImportPage />
  </ImportKitContext>
);
