import { ExplainPanel } from '../../features/costs/explain-panel.tsx';
import { ProductCosts } from '../../features/costs/product-costs.tsx';
import { ProductDetailsPage as Details } from '../../features/products/product-details.page.tsx';

/** One product with what the feature of costs adds to it. */
export function ProductDetailsPage() {
  return (
    <Details
      renderCosts={(productId, onExplain) => <ProductCosts productId={productId} onExplain={onExplain} />}
      renderExplain={(productId, close) => <ExplainPanel key={productId} productId={productId} onClose={close} />}
    />
  );
}
