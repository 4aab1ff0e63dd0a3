import { getStockBalances } from '@quayside/contracts/stock/product-stock';
import { useCallback, useState } from 'react';
import type { ExplainFocus } from '../../features/costs/explain/explain-focus.ts';
import { ExplainPanel } from '../../features/costs/explain/explain-panel.tsx';
import { ProductCosts } from '../../features/costs/product-costs.tsx';
import { ProductDetailsPage as Details } from '../../features/products/product-details.page.tsx';
import { usePermission } from '../../lib/session/account.ts';
import { lazyPart } from '../../lib/page/load-part.ts';

const ProductStock = lazyPart(() =>
  import('../../features/shipments/stock/product-stock.tsx').then((m) => m.ProductStock),
);

/**
 * The page of one product with its costs and its stock. Products, costs and stock are joined here, because features do
 * not import each other.
 */
export function ProductDetailsPage() {
  const [focus, setFocus] = useState<ExplainFocus>();
  const hasStock = usePermission(getStockBalances).allowed;
  const forget = useCallback(() => setFocus(undefined), []);
  return (
    <Details
      renderCosts={(productId, explain) => (
        <ProductCosts
          productId={productId}
          focus={explain.isOpen ? focus : undefined}
          onExplain={(next) => {
            setFocus(next);
            explain.open();
          }}
        />
      )}
      renderStock={hasStock ? (product) => <ProductStock key={product.id} product={product} /> : undefined}
      renderExplain={(productId, close) => (
        <ExplainPanel key={productId} productId={productId} focus={focus} onFocus={setFocus} onClose={close} />
      )}
      onExplainClosed={forget}
    />
  );
}
