import {
  IMPORT_FIELDS,
  kindOfMeasure,
  UNIT_FIELD,
  VALUE_FIELDS,
  wordOfValue,
} from '@quayside/contracts/products/product-fields';
import type { ValueField } from '@quayside/contracts/products/product-fields';
import {
  cancelProductImport,
  createProductImport,
  getProductCsvTemplate,
  getProductImport,
  getProductImportErrorFile,
  listProductImportRows,
  listProductImports,
  remapProductImport,
  startProductImport,
  undoProductImport,
  type ValueMapping,
} from '@quayside/contracts/products/product-imports';
import { PRODUCT_STATUSES, SALES_CHANNELS, SHIPPING_METHODS } from '@quayside/domain/lists';
import { countryOptions } from '@quayside/domain/products/countries';
import {
  splitUnit,
  unitOfColumn,
  WRITTEN_LENGTH_UNITS,
  WRITTEN_UNITS,
  WRITTEN_WEIGHT_UNITS,
} from '@quayside/domain/products/units';
import type { ComponentProps } from 'react';
import { cacheImport } from '../../../components/import/import-api.ts';
import type { ImportKit, Meanings } from '../../../components/import/import-kit.ts';
import type { AnyImport, ErrorGroup } from '../../../components/import/import-types.ts';
import { createImportUploader } from '../../../components/import/import-upload.ts';
import { recordWords } from '../../../components/import/record-words.ts';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call, callFile } from '../../../lib/api/call.ts';
import { groupDigits } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { refreshProducts, useSupplierOptions } from '../api.ts';
import { productHref } from '../product-values.ts';
import { fieldWord, valueWord } from '../product-words.ts';
import { Doubt } from './doubt.tsx';
import { GroupAction } from './group-action.tsx';
import { UnitChoice } from './unit-choice.tsx';

const cacheOf = { topic: 'imports', refreshRecords: () => void refreshProducts() } as const;

/** The import of products. */
export const productImportKit: ImportKit = {
  ...cacheOf,
  specs: {
    create: createProductImport,
    remap: remapProductImport,
    start: startProductImport,
    cancel: cancelProductImport,
    undo: undoProductImport,
    errorFile: getProductImportErrorFile,
  },
  calls: {
    get: (importId, signal) => call(getProductImport, { params: { importId }, signal }),
    list: (query, signal) => call(listProductImports, { query, signal }),
    rows: (importId, query, signal) => call(listProductImportRows, { params: { importId }, query, signal }),
    remap: (importId, { values, ...body }) =>
      call(remapProductImport, {
        params: { importId },
        body: { ...body, ...(values && { values: values as ValueMapping[] }) },
      }),
    start: (importId, mode, idempotencyKey) =>
      call(startProductImport, { params: { importId }, body: { mode }, idempotencyKey }),
    cancel: (importId) => call(cancelProductImport, { params: { importId } }),
    undo: (importId) => call(undoProductImport, { params: { importId } }),
    errorFile: (importId) => callFile(getProductImportErrorFile, { params: { importId } }),
    template: () => callFile(getProductCsvTemplate, {}),
  },
  uploader: createImportUploader({
    maxBytes: createProductImport.upload.maxBytes,
    create: (file, watch) => call(createProductImport, { query: { dryRun: 'true' }, file, ...watch }),
    onCreated: (made) => cacheImport(cacheOf, made),
  }),
  words: (t) =>
    recordWords((key, values) => t(`products:import.${key}`, values), {
      records: t('products:title'),
      record: t('products:column.name'),
      keptRecord: t('products:column.sku'),
    }),
  paths: {
    list: paths.productImport(),
    one: paths.productImport,
    records: paths.products(),
    stored: paths.productsOfImport,
  },
  fields: IMPORT_FIELDS,
  identity: ['sku'],
  fieldWord,
  valueWord: ({ field }, value, unit, t) => {
    const known = WRITTEN_UNITS.find((one) => one === unit);
    return known ? `${groupDigits(value)} ${t(`products:unit.${known}`)}` : valueWord(field, value, t);
  },
  nameOf: ({ sku = '', name = '', productId = null }) => ({
    title: sku,
    detail: name,
    path: productId === null ? null : productHref({ id: productId, sku }),
  }),
  noteOf: ({ foundBy }, t) =>
    foundBy ? t('products:import.foundBy', { kind: t(`choices:by.${foundBy.by}`), code: foundBy.code }) : undefined,
  namedBy: ['sku', 'name'],
  keptName: ({ productId, sku = '', reason }) => ({
    id: productId ?? '',
    label: sku,
    path: productHref({ id: productId ?? '', sku }, reason === 'EDITED' ? 'changelog' : 'costs'),
  }),
  WithMeanings,
  units: {
    of: (columns, { fields, units }) =>
      columns.map(({ name, unit, samples }, i) => {
        const kind = kindOfMeasure(fields[i] ?? '');
        return (
          kind &&
          unitOfColumn(name, kind, {
            chosen: units[i] ?? null,
            hasUnitColumn: fields.includes(UNIT_FIELD[kind]),
            // Only the server has seen all cells. For a column that was no measure yet, the first cells must do.
            cells: {
              hasUnit: unit ? unit.from === 'CELLS' : samples.some((cell) => splitUnit(cell) !== undefined),
              hasBare: unit ? unit.from !== 'CELLS' : samples.some((cell) => /\d$/.test(cell)),
            },
          })
        );
      }),
    Choice: UnitChoice,
  },
  Doubt,
  GroupAction,
};

const isValueField = (field: string): field is ValueField => VALUE_FIELDS.some((one) => one === field);

/** Whether a name means no supplier, or more than one. */
const isAboutSupplier = ({ code }: ErrorGroup) =>
  code === 'rows.supplier_unknown' || code === 'rows.supplier_ambiguous';

function WithMeanings({ result, children }: ComponentProps<ImportKit['WithMeanings']>) {
  return children(useProductMeanings(result));
}

/** Words mean values of closed lists, and names of suppliers mean suppliers that exist. */
function useProductMeanings({ state, errorGroups, values }: AnyImport): Meanings {
  const t = useT();
  const mayChoose = usePermission(remapProductImport).allowed && state === 'CHECKED';
  const isNeeded = (mayChoose && errorGroups.some(isAboutSupplier)) || values.some(({ field }) => field === 'supplier');
  const { options: suppliers } = useSupplierOptions([], isNeeded);
  const optionsOf = (field: string) =>
    field === 'supplier' ? suppliers : isValueField(field) ? valuesOf(field, t) : undefined;
  return {
    choiceOf: (field, group) => {
      if (field === 'supplier' && !isAboutSupplier(group)) return undefined;
      const options = optionsOf(field);
      return options && { options, canBeEmpty: true, isSearched: field === 'supplier' };
    },
    labelOf: ({ field, to }) => optionsOf(field)?.find(({ value }) => value === to)?.label,
  };
}

/** The values of a field with their words. */
function valuesOf(field: ValueField, t: T): readonly { readonly value: string; readonly label: string }[] {
  switch (field) {
    case 'countryOfOrigin':
      return countryOptions();
    case 'weightUnit':
      return WRITTEN_WEIGHT_UNITS.map((value) => ({ value, label: t(`products:unit.${value}`) }));
    case 'dimensionUnit':
      return WRITTEN_LENGTH_UNITS.map((value) => ({ value, label: t(`products:unit.${value}`) }));
    default: {
      const values = { status: PRODUCT_STATUSES, shippingMethod: SHIPPING_METHODS, channel: SALES_CHANNELS }[field];
      return values.map((value) => ({ value, label: valueWord(field, value, t) || wordOfValue(field, value) }));
    }
  }
}
