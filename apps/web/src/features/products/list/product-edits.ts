import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import type { ListField } from '@quayside/contracts/products/product-fields';
import { productPatchBody } from '@quayside/contracts/products/products';
import {
  DIMENSION_UNITS,
  PRODUCT_STATUSES,
  SALES_CHANNELS,
  SHIPPING_METHODS,
  WEIGHT_UNITS,
} from '@quayside/domain/lists';
import { ambiguityOf, type NumberReading, readInColumn } from '@quayside/domain/money/number-text';
import { ambiguousNumber, readTypedNumber, type TypedNumber } from '../../../lib/words/typed-number.ts';
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

/** Validates a value with the schema of the API contract, so that malformed values are never sent. */
function checked(field: Field, value: unknown, text: string): Parsed {
  const result = productPatchBody.shape[field].safeParse(value);
  if (!result.success) return { ok: false, message: firstIssueWords(result.error) ?? '' };
  return { ok: true, text, patch: { [field]: result.data } };
}

const textEdit = (
  field: 'name' | 'sku' | 'asin' | 'fnsku' | 'barcode' | 'hsCode' | 'brand' | 'group',
  more: Partial<Edit> = {},
): Edit => ({
  kind: 'text',
  text: (row) => row[field] ?? '',
  parse: (text) => checked(field, text, text.trim()),
  ...more,
});

/** Strips superfluous zeros from a number. */
const withoutIdleZeros = (plain: string): string =>
  /^\d+(\.\d*)?$/.test(plain)
    ? (plain.includes('.') ? plain.replace(/\.?0*$/, '') : plain).replace(/^0+(?=\d)/, '')
    : plain;

/** Reads a typed number, or a pasted one as its column is read. */
function readNumber(text: string, reading: NumberReading | undefined): TypedNumber {
  if (reading === undefined) return readTypedNumber(text);
  const read = readInColumn(text, reading);
  const ambiguity = read === 'ambiguous' ? ambiguityOf(text) : undefined;
  if (ambiguity) return ambiguousNumber(text.trim(), ambiguity);
  return { plain: typeof read === 'object' && read.written === null ? read.plain : text.trim() };
}
const measureEdit = (field: 'length' | 'width' | 'height' | 'weight' | 'packagingWeight' | 'shippingWeight'): Edit => ({
  kind: 'number',
  text: (row) => row[field] ?? '',
  parse: (text, reading) => {
    const read = readNumber(text, reading);
    if ('problem' in read) return { ok: false, message: read.problem };
    const plain = withoutIdleZeros(read.plain);
    return checked(field, plain, plain);
  },
});

/** How a cell with one of several options is edited. `isOptional` also allows an empty cell. */
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

/** For each editable column of the list, how its cells are parsed and displayed, also for copy and paste. */
export function productEdits(
  t: T,
  offers: { brands: () => Promise<readonly string[]>; groups: () => Promise<readonly string[]> },
): Record<ListField, Edit> {
  const channels = SALES_CHANNELS.map((value) => ({ value, label: t(`products:channel.${value}`) }));
  const notOfList = t('products:edit.notOfList');
  return {
    // While the name cell has the focus, letters are shortcuts of the page and do not start editing. For example, "e"
    // explains the cost.
    name: textEdit('name', { byTyping: false }),
    sku: textEdit('sku'),
    asin: textEdit('asin'),
    fnsku: textEdit('fnsku'),
    barcode: textEdit('barcode'),
    hsCode: textEdit('hsCode'),
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
