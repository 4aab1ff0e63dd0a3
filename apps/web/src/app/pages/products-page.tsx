import { ExplainPanel } from '../../features/costs/explain/explain-panel.tsx';
import { ProductListPage } from '../../features/products/product-list.page.tsx';

/**
 * The list of products with the panel that explains a unit cost. List and panel are joined here, because features do
 * not import each other.
 */
export function ProductsPage() {
  return (
    <ProductListPage
      renderExplain={(productId, close) => <ExplainPanel key={productId} productId={productId} onClose={close} />}
    />
  );
}
