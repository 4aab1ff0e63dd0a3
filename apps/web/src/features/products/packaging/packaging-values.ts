import type { BodyIn } from '@quayside/contracts/endpoint';
import { type patchProduct, type Product, productBody } from '@quayside/contracts/products/products';
import { z } from 'zod';
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

/** The field of this form to which a path of the product belongs. */
export const placeInBox = (path: string, kind: BoxKind): string =>
  path === `${kind}.${COUNT[kind]}` ? 'count' : path.replace(`${kind}.`, '');
