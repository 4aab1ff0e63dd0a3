import { IMPORT_FIELDS, type ImportField } from '@quayside/contracts/products/product-fields';
import {
  PRODUCT_STATUSES,
  type ProductStatus,
  SALES_CHANNELS,
  type SalesChannel,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '@quayside/domain/lists';
import type { T } from '../../i18n/i18n.ts';
import { formatInstant } from '../../lib/words/format.ts';
import { FIELDS, type ProductField } from './product-values.ts';

type PackagingField = Extract<ImportField, `${string}.${string}`>;
/** Fields that are in the changelog and in imports, but not in the form. */
const OTHER_FIELDS = [
  'supplier',
  'parent',
  'supplierPrice',
  'supplierCurrency',
  'archivedAt',
  'bundle',
  'picture',
  ...IMPORT_FIELDS.filter((field): field is PackagingField => field.includes('.')),
] as const;
type OtherField = (typeof OTHER_FIELDS)[number];
/** Fields of imports that are in the changelog under another name. */
const ONLY_IMPORTED: ReadonlySet<OtherField> = new Set<OtherField>(['parent', 'supplierPrice', 'supplierCurrency']);

/**
 * The fields by which the changelog can be filtered, under the names that the changelog uses: `supplier` instead of
 * `supplierIds`, and `parentId` instead of `parent`.
 */
export const CHANGELOG_FIELDS: readonly string[] = [
  ...FIELDS.filter((field) => field !== 'supplierIds'),
  ...OTHER_FIELDS.filter((field) => !ONLY_IMPORTED.has(field)),
];

const isIn = <V extends string>(values: readonly V[], text: string): text is V =>
  (values as readonly string[]).includes(text);

/** The label of a field. For an unknown field, its name. */
export function fieldWord(field: string, t: T): string {
  if (isIn<ProductField>(FIELDS, field)) return t(`products:field.${field}`);
  return isIn<OtherField>(OTHER_FIELDS, field) ? t(`products:otherField.${field}`) : field;
}

/** Formats a value from the changelog or from an import like the form does. */
export function valueWord(field: string, value: string, t: T): string {
  switch (field) {
    case 'status':
      return isIn<ProductStatus>(PRODUCT_STATUSES, value) ? t(`status.product.${value}`) : value;
    case 'shippingMethod':
      return isIn<ShippingMethod>(SHIPPING_METHODS, value) ? t(`shippingMethod.${value}`) : value;
    case 'channel':
      return value
        .split(', ')
        .map((one) => (isIn<SalesChannel>(SALES_CHANNELS, one) ? t(`products:channel.${one}`) : one))
        .join(', ');
    case 'dimensionUnit':
      return value === 'CM' || value === 'IN' ? t(`products:unitName.${value}`) : value;
    case 'weightUnit':
      return value === 'GR' || value === 'OZ' ? t(`products:unitName.${value}`) : value;
    case 'archivedAt':
      return /^\d{4}-\d\d-\d\dT/.test(value) ? formatInstant(value) : value;
    default:
      return value;
  }
}
