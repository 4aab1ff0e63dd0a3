import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import type { Product } from '@quayside/contracts/products/products';
import { isCurrency } from '@quayside/domain/money/currencies';
import type { Work } from '../../../db/tx.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { priceMicros } from '../rows/products.prices.ts';
import { changeProduct, getProduct, lockCurrent } from '../edit/products.service.ts';
import { noTerms, type Terms } from '../rows/products.state.ts';

type Body = BodyOut<typeof replaceProductSuppliers>;

/**
 * Replaces the suppliers of a product and their terms. The first supplier is the usual one. For a supplier that
 * remains, the terms that the request leaves out are kept.
 */
export async function replaceSuppliers(w: Work, id: string, { suppliers, version }: Body): Promise<Product> {
  const before = await lockCurrent(w, id, version);
  const known = await suppliersByIds(
    w,
    suppliers.map((s) => s.supplierId),
  );
  const terms = suppliers.map((given): Terms => {
    const had = before.terms.find((t) => t.supplierId === given.supplierId) ?? noTerms(given.supplierId);
    const price =
      given.price === undefined ? had.priceMicros : given.price === null ? null : priceMicros(given.price).toString();
    // A price must have a currency. If the request names none, it is that of the supplier.
    const currency =
      given.currency === undefined
        ? (had.currency ?? (price === null ? null : (known.get(given.supplierId)?.currency ?? null)))
        : given.currency;
    return {
      supplierId: given.supplierId,
      priceMicros: price,
      currency,
      minimumOrder: given.minimumOrder === undefined ? had.minimumOrder : given.minimumOrder,
      leadTime: given.leadTime === undefined ? had.leadTime : given.leadTime,
      supplierSku: given.supplierSku === undefined ? had.supplierSku : given.supplierSku,
    };
  });
  const errors = terms.flatMap((t, i): FieldProblem[] => {
    const field = (name: string) => `suppliers.${i}.${name}`;
    if (!known.has(t.supplierId)) return [{ field: field('supplierId'), message: say('choose.supplier') }];
    if (terms.findIndex((other) => other.supplierId === t.supplierId) < i)
      return [{ field: field('supplierId'), message: say('products.supplier_twice') }];
    const isWrong = t.currency === null ? t.priceMicros !== null : !isCurrency(t.currency);
    return isWrong ? [{ field: field('currency'), message: say('choose.currency') }] : [];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  await changeProduct(w, before, { supplierIds: terms.map((t) => t.supplierId) }, terms);
  return getProduct(w, id);
}
