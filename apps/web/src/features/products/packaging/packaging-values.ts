import type { BodyIn } from '@quayside/contracts/endpoint';
import { type Product, type patchProduct, productBody } from '@quayside/contracts/products';
import { z } from 'zod';
import { ApiError, isApiError } from '../../../lib/api-error.ts';
import type { BoxValues } from './packaging-facts.ts';

export type BoxKind = 'productPackaging' | 'casePackaging';
/** The fields of a box, with the name that the number of pieces has in it. */
const COUNT = { productPackaging: 'units', casePackaging: 'unitsPerCase' } as const satisfies Record<BoxKind, string>;
export const BOX_FIELDS = ['length', 'width', 'height', 'weight', 'count'] as const;

export type BoxForm = BoxValues & { version: number | undefined };
const productBox = productBody.shape.productPackaging.unwrap().unwrap();
/** What stands in the form, checked as the server checks the box. */
export const boxSchema = z.strictObject({
  ...productBox.omit({ units: true }).shape,
  count: productBox.shape.units,
  version: z.int().optional(),
});

/** The stored box as the fields show it. */
export function boxOf(product: Pick<Product, BoxKind>, kind: BoxKind): BoxValues {
  const { length, width, height, weight } = product[kind];
  const count = kind === 'casePackaging' ? product.casePackaging.unitsPerCase : product.productPackaging.units;
  return { length: length ?? '', width: width ?? '', height: height ?? '', weight: weight ?? '', count };
}

/** The body that changes one box; nothing of the other moves. */
export function patchOf(
  kind: BoxKind,
  { count, ...box }: Omit<z.input<typeof boxSchema>, 'version'>,
): BodyIn<typeof patchProduct> {
  return { [kind]: { ...box, [COUNT[kind]]: count ?? null } };
}

/** A refusal names fields of the product; the form has those of the box. */
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
