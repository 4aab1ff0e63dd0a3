import { ExplainPanel } from '../../features/costs/explain-panel.tsx';
import { ProductListPage } from '../../features/products/product-list.page.tsx';

/** The list of products with the panel that explains a unit cost, which is of another feature. */
export function ProductsPage() {
  return <ProductListPage renderExplain={(productId, close) => <ExplainPanel key={productId} productId={productId} onClose={close} />} />;
}
