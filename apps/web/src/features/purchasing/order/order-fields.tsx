import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { TextAreaInput, TextInput } from '../../../components/form/inputs.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import { RateInput } from '../../../components/form/rate-input.tsx';
import { ReadValue } from '../../../components/form/read-value.tsx';
import { SupplierName } from '../../../components/ui/supplier-name.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatDay, langOf } from '../../../lib/words/format.ts';
import { supplierOption } from '../../../lib/supplier-options.ts';
import { typedField } from '../../../lib/editing/undo-keys.ts';
import { useSuppliers } from '../api.ts';
import type { HeaderDay, HeaderField, HeaderText } from '../editor/header-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from '../purchasing.module.css';

/** The props that all header fields share. A read-only field is rendered as text. */
interface BoundProps {
  readonly isReadOnly: boolean;
  readonly hint?: ReactNode;
}

/** Returns handlers that inform the editor when a header field gets or loses the focus, or is undone. */
function useBound(field: HeaderField) {
  const editor = useEditor();
  return typedField({
    start: () => editor.startHeader(field),
    leave: () => editor.leaveHeader(field),
    undo: () => editor.undoHeader(field),
  });
}
const useError = (field: HeaderField) => useEdited((state) => state.header.errors[field]);

/** A header field with text; with `rows`, of several lines. */
export function OrderTextField({
  field,
  hint,
  rows,
  isReadOnly,
  maxLength,
}: BoundProps & { field: HeaderText; maxLength: number; rows?: number }) {
  const t = useT();
  const editor = useEditor();
  const typed = useEdited((state) => state.header.draft[field]);
  const stored = useEdited((state) => state.record[field]);
  const error = useError(field);
  const bound = useBound(field);
  const label = t(`purchasing:field.${field}`);
  const text = typed ?? stored ?? '';
  if (isReadOnly)
    return (
      <ReadValue label={label}>
        {stored && (
          <span className={classes.lines} lang={langOf(stored)}>
            {stored}
          </span>
        )}
      </ReadValue>
    );
  const props = {
    label,
    description: hint,
    error,
    value: text,
    maxLength,
    lang: langOf(text),
    onChange: (next: string) => editor.setHeader(field, next),
    ...bound,
  };
  return rows === undefined ? <TextInput {...props} /> : <TextAreaInput {...props} rows={rows} autosize />;
}

/** A header field with a day. */
export function OrderDayField({ field, hint, isReadOnly }: BoundProps & { field: HeaderDay }) {
  const t = useT();
  const editor = useEditor();
  const typed = useEdited((state) => state.header.draft[field]);
  const stored = useEdited((state) => state.record[field]);
  const error = useError(field);
  const label = t(`purchasing:field.${field}`);
  if (isReadOnly) return <ReadValue label={label}>{formatDay(stored)}</ReadValue>;
  return (
    <DayInput
      label={label}
      description={hint}
      error={error}
      value={typed ?? stored ?? ''}
      onChange={(day) => (editor.setHeader(field, day), editor.leaveHeader(field))}
    />
  );
}

/** The supplier of the purchase order. It is fixed once the purchase order is sent, paid or invoiced. */
export function SupplierField({ isReadOnly }: BoundProps) {
  const t = useT();
  const editor = useEditor();
  const stored = useEdited((state) => state.record.contact);
  const may = useEdited((state) => state.record.can.changeSupplier);
  const typed = useEdited((state) => state.header.draft.supplierId);
  const error = useError('supplierId');
  const suppliers = useSuppliers().data ?? [];
  const { create, dialog } = useNewSupplier(({ id }) => editor.setHeader('supplierId', id, 0));
  if (isReadOnly || !may.allowed)
    return (
      <ReadValue label={t('purchasing:supplier')}>
        {stored && <SupplierName companyName={stored.companyName} localName={stored.localName} />}
        {!isReadOnly && <Fixed reason={may.reason} />}
      </ReadValue>
    );
  const known = stored === null || suppliers.some(({ id }) => id === stored.id) ? suppliers : [stored, ...suppliers];
  const byId = new Map(known.map((supplier) => [supplier.id, supplier]));
  return (
    <>
      <Chooser
        label={t('purchasing:supplier')}
        error={error}
        searchable
        create={create}
        data={known.map(supplierOption)}
        placeholder={t('purchasing:chooseSupplier')}
        value={typed ?? stored?.id ?? null}
        onChange={(id) => id && editor.setHeader('supplierId', id, 0)}
        renderOption={({ option }) => {
          const supplier = byId.get(option.value);
          return (
            <span>
              <SupplierName companyName={supplier?.companyName ?? option.label} localName={supplier?.localName} />
            </span>
          );
        }}
      />
      {dialog}
    </>
  );
}

/** Says why a value cannot be changed any more. */
function Fixed({ reason }: { reason: string | null }) {
  if (!reason) return null;
  return (
    <span className={classes.fixed} title={reason}>
      <IconLock size={14} stroke={1.75} role="img" aria-label={reason} />
    </span>
  );
}

const CODES = currencyOptions.map(({ value }) => value);
const NAMES = new Map(currencyOptions.map(({ value, label }) => [value, label]));

/** The currency of the purchase order. */
export function CurrencyField({ isReadOnly }: BoundProps) {
  const t = useT();
  const editor = useEditor();
  const may = useEdited((state) => state.record.can.changeSupplier);
  const value = useEdited((state) => state.header.draft.currency ?? state.record.currency);
  const error = useError('currency');
  if (isReadOnly || !may.allowed)
    return (
      <ReadValue label={t('purchasing:field.currency')}>
        {value}
        {!isReadOnly && <Fixed reason={may.reason} />}
      </ReadValue>
    );
  return (
    <Chooser
      label={t('purchasing:field.currency')}
      error={error}
      searchable
      data={CODES}
      value={value}
      wordsOf={({ value: code }) => NAMES.get(code) ?? code}
      renderOption={({ option }) => <span>{NAMES.get(option.value) ?? option.label}</span>}
      onChange={(code) => code && editor.setHeader('currency', code, 0)}
    />
  );
}

/** The exchange rate of a purchase order in a foreign currency. */
export function RateField({ isReadOnly }: BoundProps) {
  const editor = useEditor();
  const { rate, accountCurrency, orderDate, currency: stored } = useEdited((state) => state.record);
  const draft = useEdited((state) => state.header.draft.rate);
  const typedCurrency = useEdited((state) => state.header.draft.currency);
  const isTypingDay = useEdited((state) => state.header.draft.orderDate !== undefined);
  const error = useError('rate');
  return (
    <RateInput
      currency={typedCurrency ?? stored}
      accountCurrency={accountCurrency}
      rate={rate}
      draft={draft}
      // A rate is proposed for what is stored.
      on={isTypingDay || typedCurrency !== undefined ? null : orderDate}
      error={error}
      isReadOnly={isReadOnly}
      onChange={(next, ms) => editor.setHeader('rate', next, ms)}
      {...useBound('rate')}
    />
  );
}
