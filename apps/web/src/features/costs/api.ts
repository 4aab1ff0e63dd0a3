import { explainProduct } from '@quayside/contracts/costs';
import { read } from '../../lib/query-client.ts';

/** Where every cent of a product's cost came from. */
export const explainQuery = (productId: string) => read('costs', explainProduct, { params: { id: productId } });
