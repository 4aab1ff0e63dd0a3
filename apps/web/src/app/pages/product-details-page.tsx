import { useCallback, useState } from 'react';
import type { ExplainFocus } from '../../features/costs/explain-focus.ts';
import { ExplainPanel } from '../../features/costs/explain-panel.tsx';
import { ProductCosts } from '../../features/costs/product-costs.tsx';
import { ProductDetailsPage as Details } from '../../features/products/product-details.page.tsx';

/**
 * The page of one product with its costs. Products and costs are joined here, because features do not import each
 * other.
 */
export function ProductDetailsPage() {
  const [focus, setFocus] = useState<ExplainFocus>();
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
      renderExplain={(productId, close) => (
        <ExplainPanel key={productId} productId={productId} focus={focus} onFocus={setFocus} onClose={close} />
      )}
      onExplainClosed={forget}
    />
  );
}
