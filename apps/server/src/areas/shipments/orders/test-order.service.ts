import type { OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { todayIn } from '@quayside/domain/days/days';
import type { Work } from '../../../db/tx.ts';
import { notFound } from '../../../http/errors.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { createWithLines } from '../../invoices/public.ts';
import { createProduct } from '../../products/public.ts';
import { getOrder } from './orders.service.ts';
import { findDemoSupplier, findOrderOfInvoice } from './test-order.views.ts';

const UNITS = 100;
const AMOUNT = '250.00';

/** Creates a product, an invoice with one line and its order, in the demo account only. */
export async function createTestOrder(w: Work): Promise<OrderWithPackLists> {
  const supplierId = await findDemoSupplier(w);
  if (supplierId === undefined) throw notFound();
  await lockCosts(w);
  const number = `TEST-${await reserveNumbers(w, 'test-product', 1)}`;
  const name = wordsOf(say('shipments.test_product', { number }), w.scope.language);
  const product = await createProduct(w, { sku: number, name, supplierIds: [supplierId] });
  const invoiceId = await createWithLines(
    w,
    {
      supplierId,
      invoiceNumber: number,
      date: todayIn(w.now.getTime(), w.scope.timeZone),
      currency: w.scope.currency,
      total: AMOUNT,
    },
    [{ productId: product.id, name, costType: 'FACTORY_INVOICE', quantity: String(UNITS), amount: AMOUNT }],
  );
  return getOrder(w, await findOrderOfInvoice(w, invoiceId));
}
