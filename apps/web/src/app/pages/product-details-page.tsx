import { ProductDetailsPage as Details } from '../../features/products/product-details.page.tsx';

/** One product with what the feature of costs adds to it. */
export function ProductDetailsPage() {
  return <Details />;
}
