import {
  NEW_SUPPLIER,
  SUPPLIER_IMPORT_FIELDS,
  type SupplierValueField,
} from '@quayside/contracts/suppliers/supplier-fields';
import {
  cancelSupplierImport,
  createSupplierImport,
  getSupplierCsvTemplate,
  getSupplierImport,
  getSupplierImportErrorFile,
  listSupplierImportRows,
  listSupplierImports,
  type NamedSupplier,
  remapSupplierImport,
  startSupplierImport,
  type SupplierValueMapping,
  undoSupplierImport,
} from '@quayside/contracts/suppliers/supplier-imports';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { countryOptions } from '@quayside/domain/products/countries';
import { TERM_EVENTS } from '@quayside/domain/suppliers/terms';
import type { ComponentProps } from 'react';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { cacheImport } from '../../../components/import/import-api.ts';
import type { ImportKit, Meanings } from '../../../components/import/import-kit.ts';
import type { AnyImport } from '../../../components/import/import-types.ts';
import { createImportUploader } from '../../../components/import/import-upload.ts';
import { recordWords } from '../../../components/import/record-words.ts';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call, callFile } from '../../../lib/api/call.ts';
import { paths } from '../../../lib/paths.ts';
import { invalidateSuppliers } from '../api.ts';
import { supplierFieldWord, supplierValueWord } from '../supplier-words.ts';
import { TermsHelp } from './terms-help.tsx';

const cacheOf = { topic: 'supplier-imports', refreshRecords: () => void invalidateSuppliers() } as const;

/** The import of suppliers. */
export const supplierImportKit: ImportKit = {
  ...cacheOf,
  specs: {
    create: createSupplierImport,
    remap: remapSupplierImport,
    start: startSupplierImport,
    cancel: cancelSupplierImport,
    undo: undoSupplierImport,
    errorFile: getSupplierImportErrorFile,
  },
  calls: {
    get: (importId, signal) => call(getSupplierImport, { params: { importId }, signal }),
    list: (query, signal) => call(listSupplierImports, { query, signal }),
    rows: (importId, query, signal) => call(listSupplierImportRows, { params: { importId }, query, signal }),
    remap: (importId, { units: _units, values, ...body }) =>
      call(remapSupplierImport, {
        params: { importId },
        body: { ...body, ...(values && { values: values as SupplierValueMapping[] }) },
      }),
    start: (importId, mode, idempotencyKey) =>
      call(startSupplierImport, { params: { importId }, body: { mode }, idempotencyKey }),
    cancel: (importId) => call(cancelSupplierImport, { params: { importId } }),
    undo: (importId) => call(undoSupplierImport, { params: { importId } }),
    errorFile: (importId) => callFile(getSupplierImportErrorFile, { params: { importId } }),
    template: () => callFile(getSupplierCsvTemplate, {}),
  },
  uploader: createImportUploader({
    maxBytes: createSupplierImport.upload.maxBytes,
    create: (file, watch) => call(createSupplierImport, { query: { dryRun: 'true' }, file, ...watch }),
    onCreated: (made) => cacheImport(cacheOf, made),
  }),
  words: (t) =>
    recordWords((key, values) => t(`suppliers:import.${key}`, values), {
      records: t('suppliers:title'),
      record: t('suppliers:column.companyName'),
      keptRecord: t('suppliers:column.companyName'),
    }),
  paths: {
    list: paths.supplierImport(),
    one: paths.supplierImport,
    records: paths.suppliers(),
    stored: () => paths.suppliers(),
  },
  fields: SUPPLIER_IMPORT_FIELDS,
  identity: ['companyName', 'id'],
  fieldWord: (field, t) => supplierFieldWord(t, field),
  valueWord: ({ field }, value, _unit, t) => supplierValueWord(t, field, value),
  nameOf: ({ companyName = '', supplierId = null }) => ({
    title: companyName,
    detail: '',
    path: supplierId === null ? null : paths.supplier(supplierId, 'overview'),
  }),
  namedBy: ['companyName'],
  keptName: ({ supplierId, companyName = '' }) => ({
    id: supplierId ?? '',
    label: companyName,
    path: paths.supplier(supplierId ?? ''),
  }),
  WithMeanings,
  Help: TermsHelp,
};

/** The errors about words that can be given a meaning, by field. */
const ASKED: Readonly<Record<SupplierValueField, readonly string[]>> = {
  companyName: ['rows.similar_names', 'rows.supplier_several'],
  country: ['rows.country'],
  currency: ['rows.currency'],
  paymentTerms: ['rows.terms_event'],
  shippingMethod: ['rows.one_of'],
};
const isAsked = (field: string, code: string): field is SupplierValueField =>
  Object.hasOwn(ASKED, field) && ASKED[field as SupplierValueField].includes(code);

/** A supplier with what tells it apart from others with the same name. */
const describe = ({ companyName, localName, city, email }: NamedSupplier): string =>
  [companyName, localName, city, email].filter(Boolean).join(' · ');

function WithMeanings({ result, children }: ComponentProps<ImportKit['WithMeanings']>) {
  return children(useMeanings(result));
}

function useMeanings({ similar = [], suppliers = [] }: AnyImport): Meanings {
  const t = useT();
  return {
    choiceOf: (field, { code }, word) => {
      if (!isAsked(field, code)) return undefined;
      if (field !== 'companyName') return { options: valuesOf(field, t), canBeEmpty: field !== 'paymentTerms' };
      const found = similar.find(({ name }) => name === word)?.suppliers ?? [];
      const options = found.map((one) => ({
        value: one.id,
        label: t('suppliers:import.isSupplier', { name: describe(one) }),
      }));
      const isNew = { value: NEW_SUPPLIER, label: t('suppliers:import.isNew') };
      return { options: code === 'rows.supplier_several' ? options : [...options, isNew], canBeEmpty: false };
    },
    labelOf: ({ field, to }) => {
      if (field === 'companyName' && to === NEW_SUPPLIER) return t('suppliers:import.newSupplier');
      if (field === 'companyName')
        return suppliers.concat(similar.flatMap((s) => s.suppliers)).find(({ id }) => id === to)?.companyName;
      return valuesOf(field as Exclude<SupplierValueField, 'companyName'>, t).find(({ value }) => value === to)?.label;
    },
  };
}

/** The values of a field with their words. */
function valuesOf(
  field: Exclude<SupplierValueField, 'companyName'>,
  t: T,
): readonly { readonly value: string; readonly label: string }[] {
  switch (field) {
    case 'country':
      return countryOptions();
    case 'currency':
      return currencyOptions;
    case 'paymentTerms':
      return TERM_EVENTS.map((value) => ({ value, label: t(`suppliers:terms.events.${value}`) }));
    case 'shippingMethod':
      return SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) }));
  }
}
