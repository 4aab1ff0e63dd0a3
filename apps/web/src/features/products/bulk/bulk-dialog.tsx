import { TagsInput } from '@mantine/core';
import { bulkChanges, type BulkEdit, type ProductSelection } from '@quayside/contracts/products/product-bulk-edits';
import { listProductTags } from '@quayside/contracts/products/product-tags';
import { listCountries } from '@quayside/contracts/suppliers/suppliers';
import { PRODUCT_STATUSES, SALES_CHANNELS, SHIPPING_METHODS } from '@quayside/domain/lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../../../components/bulk/bulk.module.css';
import { BulkChoice, BulkText } from '../../../components/bulk/bulk-fields.tsx';
import { BulkPreview } from '../../../components/bulk/bulk-preview.tsx';
import { BulkSteps } from '../../../components/bulk/bulk-steps.tsx';
import { MultiChooser } from '../../../components/form/chooser.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { firstIssueWords } from '../../../i18n/rule-words.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { useSupplierOptions } from '../api.ts';
import { type BulkDraft, changesOf, isEmptyChange, NO_CHANGES, type SetField } from './bulk-changes.ts';
import { type BulkRequest, useBulkEdit, useBulkPreview } from './use-bulk-edit.ts';

interface DialogProps {
  readonly selection: ProductSelection;
  readonly count: number;
  /** With `tags`, the dialog offers only tags; without it, all fields. */
  readonly only?: 'tags';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The dialog that changes fields of many products, in three steps: choose, preview, apply. */
export function BulkDialog({ selection, count, only, onClose, onDone }: DialogProps) {
  const t = useT();
  const [draft, setDraft] = useState(NO_CHANGES);
  const changes = changesOf(draft);
  const wrong = firstIssueWords(bulkChanges.safeParse(changes).error);
  const words = { count, formatted: formatCount(count) };
  return (
    <ProductSteps
      title={only === 'tags' ? t('products:bulk.tagTitle', words) : t('products:bulk.title', words)}
      request={{ selection, changes }}
      blocked={wrong ?? (isEmptyChange(changes) ? t('bulk:nothingChosen') : undefined)}
      onClose={onClose}
      onDone={onDone}
    >
      <Fields draft={draft} onChange={setDraft} only={only} />
    </ProductSteps>
  );
}

interface StepsProps {
  readonly title: string;
  readonly request: BulkRequest;
  /** The reason why the change cannot be previewed yet; undefined when it can. */
  readonly blocked: string | undefined;
  readonly children?: React.ReactNode;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The steps of a bulk change of products: choose, preview, apply. */
export function ProductSteps(props: StepsProps) {
  const t = useT();
  return (
    <BulkSteps
      {...props}
      preview={useBulkPreview()}
      edit={useBulkEdit()}
      words={{
        entities: t('products:entities'),
        apply: (count) => t('products:bulk.apply', { count, formatted: formatCount(count) }),
        working: t('products:bulk.working'),
      }}
      renderPreview={(preview) => <ProductPreview preview={preview} />}
    />
  );
}

function ProductPreview({ preview: { counts, rows, errors } }: { preview: BulkEdit }) {
  const t = useT();
  return (
    <BulkPreview
      counts={counts}
      rows={rows.map(({ sku, name, ...row }) => ({ ...row, title: sku, detail: name }))}
      errors={errors.map(({ sku, ...error }) => ({ ...error, title: sku }))}
      words={{
        record: t('products:entity'),
        count: (name, count) => t(`products:bulk.count.${name}`, { count }),
        failStay: t('products:bulk.failStay'),
        field: (field) => bulkFieldWord(t, field),
        value: (field, value) => bulkValueWord(t, field, value),
      }}
    />
  );
}

/** The label of a field, as in the form. If a field has no label, its name is shown. */
function bulkFieldWord(t: T, field: string): string {
  const words = t('products:field', { returnObjects: true }) as Readonly<Record<string, string>>;
  const more = t('products:bulk.fields', { returnObjects: true }) as Readonly<Record<string, string>>;
  return words[field] ?? more[field] ?? field;
}

/** The label of an enum value, or any other value as it is. */
function bulkValueWord(t: T, field: string, value: string): string {
  const words: Readonly<Record<string, string>> =
    field === 'status'
      ? t('status.product', { returnObjects: true })
      : field === 'shippingMethod'
        ? t('shippingMethod', { returnObjects: true })
        : field === 'channel'
          ? t('products:channel', { returnObjects: true })
          : {};
  return value
    .split(', ')
    .map((word) => words[word] ?? word)
    .join(', ');
}

interface FieldsProps {
  readonly draft: BulkDraft;
  readonly onChange: (draft: BulkDraft) => void;
  readonly only: 'tags' | undefined;
}

function Fields({ draft, onChange, only }: FieldsProps) {
  const t = useT();
  const tags = useQuery(read('products', listProductTags, {})).data ?? [];
  const list = (name: Exclude<keyof BulkDraft, 'set'>) => ({
    value: [...draft[name]],
    onChange: (values: string[]) => onChange({ ...draft, [name]: values }),
  });
  const tagWords = tags.map(({ label }) => label);
  const tagFields = (
    <>
      <TagsInput
        label={t('products:bulk.addTags')}
        data={tagWords}
        {...list('addTags')}
        splitChars={[',']}
        acceptValueOnBlur
      />
      <MultiChooser label={t('products:bulk.removeTags')} data={tagWords} {...list('removeTags')} />
    </>
  );
  if (only === 'tags') return <div className={classes.fields}>{tagFields}</div>;
  return (
    <div className={classes.fields}>
      <SetFields draft={draft} onChange={onChange} />
      {tagFields}
      <Channels list={list} />
      <Suppliers list={list} />
    </div>
  );
}

function SetFields({ draft, onChange }: Omit<FieldsProps, 'only'>) {
  const t = useT();
  const countries = useQuery({ ...read('account', listCountries, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  const set = (field: SetField, value: string | undefined) => {
    const { [field]: _, ...rest } = draft.set;
    onChange({ ...draft, set: value === undefined ? rest : { ...rest, [field]: value } });
  };
  const shared = (field: SetField) => ({
    label: t(`products:field.${field}` as 'products:field.status'),
    value: draft.set[field],
    onSet: (value: string | undefined) => set(field, value),
  });
  return (
    <>
      <BulkChoice
        {...shared('status')}
        data={PRODUCT_STATUSES.map((value) => ({ value, label: t(`status.product.${value}`) }))}
        canClear={false}
      />
      <BulkText {...shared('brand')} />
      <BulkText {...shared('reBrand')} />
      <BulkText {...shared('group')} />
      <BulkChoice
        {...shared('shippingMethod')}
        data={SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) }))}
        canClear
      />
      <BulkChoice {...shared('countryOfOrigin')} data={countries} canClear />
      <BulkText {...shared('hsCode')} />
      <BulkText {...shared('supplierLeadTime')} inputMode="numeric" />
    </>
  );
}

type ListOf = (name: Exclude<keyof BulkDraft, 'set'>) => { value: string[]; onChange: (values: string[]) => void };

function Channels({ list }: { list: ListOf }) {
  const t = useT();
  const data = SALES_CHANNELS.map((value) => ({ value, label: t(`products:channel.${value}`) }));
  return (
    <>
      <MultiChooser label={t('products:bulk.addChannels')} data={data} {...list('addChannels')} />
      <MultiChooser label={t('products:bulk.removeChannels')} data={data} {...list('removeChannels')} />
    </>
  );
}

function Suppliers({ list }: { list: ListOf }) {
  const t = useT();
  const { options } = useSupplierOptions();
  return (
    <>
      <MultiChooser label={t('products:bulk.addSuppliers')} data={options} {...list('addSupplierIds')} maxValues={20} />
      <MultiChooser
        label={t('products:bulk.removeSuppliers')}
        data={options}
        {...list('removeSupplierIds')}
        maxValues={20}
      />
    </>
  );
}
