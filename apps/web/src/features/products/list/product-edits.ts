import { type CatalogRow, productPatchBody } from '@quayside/contracts/products';
import {
  DIMENSION_UNITS,
  PRODUCT_STATUSES,
  SALES_CHANNELS,
  SHIPPING_METHODS,
  WEIGHT_UNITS,
} from '@quayside/domain/lists';
import { firstIssueWords } from '../../../i18n/rule-words.ts';
import {
  type CellEdit,
  type CellOption,
  optionOf,
  type Parsed,
  wordsOf,
} from '../../../components/data-grid/edit/cell-edit.ts';
import type { T } from '../../../i18n/i18n.ts';

type Field = keyof typeof productPatchBody.shape;
type Edit = CellEdit<CatalogRow>;
/** Columns of the product list that can be edited. */
export const EDITED = [
  'name',
  'sku',
  'asin',
  'fnsku',
  'status',
  'brand',
  'group',
  'tags',
  'channel',
  'shippingMethod',
  'countryOfOrigin',
  'length',
  'width',
  'height',
  'dimensionUnit',
  'weight',
  'packagingWeight',
  'shippingWeight',
  'weightUnit',
] as const;
export type EditedColumn = (typeof EDITED)[number];

/** Parses the value with the schema of the contract, so that malformed values are never sent. */
function checked(field: Field, value: unknown, text: string): Parsed {
  const result = productPatchBody.shape[field].safeParse(value);
  if (!result.success) return { ok: false, message: firstIssueWords(result.error) ?? '' };
  return { ok: true, text, patch: { [field]: result.data } };
}

const textEdit = (field: 'name' | 'sku' | 'asin' | 'fnsku' | 'brand' | 'group', more: Partial<Edit> = {}): Edit => ({
  kind: 'text',
  text: (row) => row[field] ?? '',
  parse: (text) => checked(field, text, text.trim()),
  ...more,
});

/** Normalises "1,200.50", "1200.50" and "1200,5", and strips trailing zeros. */
export function plainNumber(text: string): string {
  const trimmed = text.trim().replaceAll(/[\s\u00a0\u202f]/g, '');
  const dotted = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(trimmed)
    ? trimmed.replaceAll(',', '')
    : trimmed.replace(/^(\d+),(\d+)$/, '$1.$2');
  if (!/^\d+(\.\d*)?$/.test(dotted)) return trimmed;
  return (dotted.includes('.') ? dotted.replace(/\.?0*$/, '') : dotted).replace(/^0+(?=\d)/, '');
}
const measureEdit = (field: 'length' | 'width' | 'height' | 'weight' | 'packagingWeight' | 'shippingWeight'): Edit => ({
  kind: 'number',
  text: (row) => row[field] ?? '',
  parse: (text) => {
    const plain = plainNumber(text);
    return checked(field, plain, plain);
  },
});

/** One value of a list; `blank` also allows an empty cell. */
function choiceEdit(
  field: Field,
  options: readonly CellOption[],
  valueOf: (row: CatalogRow) => string | null,
  refusal: string,
  isOptional = false,
): Edit {
  const all = isOptional ? [{ value: '', label: '' }, ...options] : options;
  const labelOf = (value: string | null) => options.find((option) => option.value === value)?.label ?? value ?? '';
  return {
    kind: 'select',
    options: all,
    text: (row) => labelOf(valueOf(row)),
    parse: (text) => {
      if (text.trim() === '' && isOptional) return { ok: true, text: '', patch: { [field]: null } };
      const option = optionOf(options, text);
      return option
        ? { ok: true, text: option.label, patch: { [field]: option.value } }
        : { ok: false, message: refusal };
    },
  };
}

/** How each column of products is edited, copied and pasted. */
export function productEdits(
  t: T,
  offers: { brands: () => Promise<readonly string[]>; groups: () => Promise<readonly string[]> },
): Record<EditedColumn, Edit> {
  const channels = SALES_CHANNELS.map((value) => ({ value, label: t(`products:channel.${value}`) }));
  const notOfList = t('products:edit.notOfList');
  return {
    // On a name, letters are shortcuts of the page ("e" explains), so typing does not start editing.
    name: textEdit('name', { byTyping: false }),
    sku: textEdit('sku'),
    asin: textEdit('asin'),
    fnsku: textEdit('fnsku'),
    brand: textEdit('brand', { suggestions: offers.brands }),
    group: textEdit('group', { suggestions: offers.groups }),
    status: choiceEdit(
      'status',
      PRODUCT_STATUSES.map((value) => ({ value, label: t(`status.product.${value}`) })),
      (row) => row.status,
      notOfList,
    ),
    shippingMethod: choiceEdit(
      'shippingMethod',
      SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) })),
      (row) => row.shippingMethod,
      notOfList,
      true,
    ),
    dimensionUnit: choiceEdit(
      'dimensionUnit',
      DIMENSION_UNITS.map((value) => ({ value, label: t(`products:unit.${value}`) })),
      (row) => row.dimensionUnit,
      notOfList,
    ),
    weightUnit: choiceEdit(
      'weightUnit',
      WEIGHT_UNITS.map((value) => ({ value, label: t(`products:unit.${value}`) })),
      (row) => row.weightUnit,
      notOfList,
    ),
    countryOfOrigin: {
      kind: 'text',
      text: (row) => row.countryOfOrigin ?? '',
      parse: (text) => checked('countryOfOrigin', text.trim().toUpperCase(), text.trim().toUpperCase()),
    },
    tags: {
      kind: 'tags',
      text: (row) => row.tags.join(', '),
      parse: (text) => checked('tags', wordsOf(text), wordsOf(text).join(', ')),
    },
    channel: {
      kind: 'tags',
      text: (row) => row.channel.map((value) => t(`products:channel.${value}`)).join(', '),
      parse: (text) => {
        const words = wordsOf(text);
        const chosen = words.map((word) => optionOf(channels, word));
        const unknown = words.find((_, index) => chosen[index] === undefined);
        if (unknown !== undefined) return { ok: false, message: t('products:edit.noChannel', { name: unknown }) };
        const known = [
          ...new Map(chosen.flatMap((option) => (option ? [[option.value, option] as const] : []))).values(),
        ];
        return checked(
          'channel',
          known.map(({ value }) => value),
          known.map(({ label }) => label).join(', '),
        );
      },
    },
    length: measureEdit('length'),
    width: measureEdit('width'),
    height: measureEdit('height'),
    weight: measureEdit('weight'),
    packagingWeight: measureEdit('packagingWeight'),
    shippingWeight: measureEdit('shippingWeight'),
  };
}
