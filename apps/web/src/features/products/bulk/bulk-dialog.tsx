import { Button, TagsInput, TextInput } from '@mantine/core';
import { bulkChanges, type BulkEdit, type ProductSelection } from '@quayside/contracts/product-bulk-edits';
import { listProductTags } from '@quayside/contracts/product-tags';
import { listCountries } from '@quayside/contracts/suppliers';
import { PRODUCT_STATUSES, SALES_CHANNELS, SHIPPING_METHODS } from '@quayside/domain/lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser, MultiChooser } from '../../../components/form/chooser.tsx';
import { firstIssueWords } from '../../../i18n/rule-words.ts';
import { Dialog } from '../../../components/ui/confirm.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/format.ts';
import { read } from '../../../lib/query-client.ts';
import { failureText } from '../../../lib/toasts.ts';
import { useSupplierOptions } from '../api.ts';
import { type BulkDraft, changesOf, isEmptyChange, NO_CHANGES, type SetField } from './bulk-changes.ts';
import { BulkPreview } from './bulk-preview.tsx';
import classes from './bulk.module.css';
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
    <BulkSteps
      title={only === 'tags' ? t('products:bulk.tagTitle', words) : t('products:bulk.title', words)}
      request={{ selection, changes }}
      blocked={wrong ?? (isEmptyChange(changes) ? t('products:bulk.nothingChosen') : undefined)}
      onClose={onClose}
      onDone={onDone}
    >
      <Fields draft={draft} onChange={setDraft} only={only} />
    </BulkSteps>
  );
}

interface StepsProps {
  readonly title: string;
  readonly request: BulkRequest;
  /** The reason why the change cannot be previewed yet; undefined when it can. */
  readonly blocked: string | undefined;
  /** The content of the first step, such as a form. */
  readonly children?: React.ReactNode;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The three steps that all dialogs for bulk changes share: choose, preview, apply. */
export function BulkSteps({ title, request, blocked, children, onClose, onDone }: StepsProps) {
  const t = useT();
  const preview = useBulkPreview();
  const edit = useBulkEdit();
  const [shown, setShown] = useState<BulkEdit>();
  const look = () => {
    if (blocked === undefined) preview.mutate(request, { onSuccess: setShown });
  };
  const apply = () => edit.mutate(request, { onSuccess: onDone });
  const error = preview.error ?? edit.error;
  const change = shown?.counts.change ?? 0;
  return (
    <Dialog
      title={title}
      size={680}
      onClose={onClose}
      footer={
        shown ? (
          <>
            <Button onClick={() => (edit.reset(), setShown(undefined))}>{t('back')}</Button>
            {/* The key makes React mount a new button, which takes the focus that the previous one lost while
                loading. */}
            <Button
              key="apply"
              variant="filled"
              loading={edit.isPending}
              disabled={change === 0}
              onClick={apply}
              autoFocus
            >
              {t('products:bulk.apply', { count: change, formatted: formatCount(change) })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button variant="filled" loading={preview.isPending} disabled={blocked !== undefined} onClick={look}>
              {t('products:bulk.look')}
            </Button>
          </>
        )
      }
    >
      {shown ? (
        <BulkPreview preview={shown} />
      ) : (
        <form onSubmit={(event) => (event.preventDefault(), look())}>
          {children}
          <button type="submit" hidden />
        </form>
      )}
      {(preview.isPending || edit.isPending) && (
        <p className="visually-hidden" role="status">
          {t(edit.isPending ? 'products:bulk.working' : 'products:bulk.looking')}
        </p>
      )}
      {error && !preview.isPending && !edit.isPending && (
        <Note tone="danger" role="alert">
          {failureText(error, { verb: 'update', entity: t('products:entities') })}
        </Note>
      )}
    </Dialog>
  );
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
  const stays = { value: 'NO_CHANGE', label: t('products:bulk.noChange') };
  const cleared = { value: 'CLEAR', label: t('products:bulk.clear') };
  const choice = (field: SetField, data: readonly { value: string; label: string }[], canClear: boolean) => (
    <Chooser
      label={t(`products:field.${field}` as 'products:field.status')}
      data={[stays, ...(canClear ? [cleared] : []), ...data]}
      value={draft.set[field] === undefined ? 'NO_CHANGE' : draft.set[field] === '' ? 'CLEAR' : draft.set[field]}
      onChange={(value) =>
        set(field, value === null || value === 'NO_CHANGE' ? undefined : value === 'CLEAR' ? '' : value)
      }
      searchable={data.length > 10}
    />
  );
  const text = (field: SetField, inputMode: 'text' | 'numeric' = 'text') => (
    <TextSet
      key={field}
      field={field}
      inputMode={inputMode}
      value={draft.set[field]}
      onSet={(value) => set(field, value)}
    />
  );
  return (
    <>
      {choice(
        'status',
        PRODUCT_STATUSES.map((value) => ({ value, label: t(`status.product.${value}`) })),
        false,
      )}
      {text('brand')}
      {text('reBrand')}
      {text('group')}
      {choice(
        'shippingMethod',
        SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) })),
        true,
      )}
      {choice('countryOfOrigin', countries, true)}
      {text('supplierLeadTime', 'numeric')}
    </>
  );
}

/** A text field for a bulk change. The field can be left unchanged, cleared, or set to a new value. */
function TextSet({
  field,
  value,
  onSet,
  inputMode,
}: {
  field: SetField;
  value: string | undefined;
  onSet: (value: string | undefined) => void;
  inputMode: 'text' | 'numeric';
}) {
  const t = useT();
  const isCleared = value === '';
  return (
    <TextInput
      label={t(`products:field.${field}` as 'products:field.brand')}
      placeholder={isCleared ? t('products:bulk.clear') : t('products:bulk.noChange')}
      value={value ?? ''}
      inputMode={inputMode}
      maxLength={100}
      onChange={(event) => onSet(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      rightSectionWidth={70}
      rightSection={
        <Button
          size="compact-xs"
          variant="subtle"
          aria-pressed={isCleared}
          aria-label={t('products:bulk.clearField', { name: t(`products:field.${field}` as 'products:field.brand') })}
          onClick={() => onSet(isCleared ? undefined : '')}
        >
          {isCleared ? t('products:bulk.keep') : t('products:bulk.clear')}
        </Button>
      }
    />
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
