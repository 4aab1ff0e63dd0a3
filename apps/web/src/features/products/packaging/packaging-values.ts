import type { BodyIn } from '@quayside/contracts/endpoint';
import { type patchProduct, type Product, productBody } from '@quayside/contracts/products';
import { z } from 'zod';
import { ApiError, isApiError } from '../../../lib/api-error.ts';
import type { BoxValues } from './packaging-facts.ts';

export type BoxKind = 'productPackaging' | 'casePackaging';
/** The API field that counts the units in a package. Its name differs between the two kinds of package. */
const COUNT = { productPackaging: 'units', casePackaging: 'unitsPerCase' } as const satisfies Record<BoxKind, string>;
export const BOX_FIELDS = ['length', 'width', 'height', 'weight', 'count'] as const;

export type BoxForm = BoxValues & { version: number | undefined };
const productBox = productBody.shape.productPackaging.unwrap().unwrap();
/** The schema of the form, derived from the API's schema of a package. */
export const boxSchema = z.strictObject({
  ...productBox.omit({ units: true }).shape,
  count: productBox.shape.units,
  version: z.int().optional(),
});

/** Form values from the stored package. */
export function boxOf(product: Pick<Product, BoxKind>, kind: BoxKind): BoxValues {
  const { length, width, height, weight } = product[kind];
  const count = kind === 'casePackaging' ? product.casePackaging.unitsPerCase : product.productPackaging.units;
  return { length: length ?? '', width: width ?? '', height: height ?? '', weight: weight ?? '', count };
}

/** The request body that changes one package of the product. The other package stays as it is. */
export function patchOf(
  kind: BoxKind,
  { count, ...box }: Omit<z.input<typeof boxSchema>, 'version'>,
): BodyIn<typeof patchProduct> {
  return { [kind]: { ...box, [COUNT[kind]]: count ?? null } };
}

/**
 * Converts the error of a refused request. The error names fields of the product; the converted one names fields of
 * this form.
 */
export function inBox(error: unknown, kind: BoxKind): unknown {
  if (!isApiError(error) || error.errors.length === 0) return error;
  const errors = error.errors.map(({ field, message }) => ({
    field: field
      .replace(/^body\./, '')
      .replace(`${kind}.${COUNT[kind]}`, 'count')
      .replace(`${kind}.`, ''),
    message,
  }));
  const { status, code, message, uses, current, requestId } = error;
  return new ApiError({ status, code, message, errors, uses, current, requestId });
}
