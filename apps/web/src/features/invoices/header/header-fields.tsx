import { Select, TextInput } from '@mantine/core';
import type { Invoice } from '@quayside/contracts/invoice-header';
import { IconSwitchHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { AmountInput } from '../../../components/form/amount-field.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatDay, formatMoney, groupDigits, langOf } from '../../../lib/format.ts';
import { useSuppliers } from '../api.ts';
import type { HeaderField, HeaderText } from '../editor/header-draft.ts';
import { invertRate, naturalDirection, type RateDirection, rateText, shownRate } from '../editor/rate.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { marking } from '../marked/marking.ts';
import { daySpellings, figureSpellings, textSpellings } from '../marked/spellings.ts';
import classes from '../invoices.module.css';

/** Props of all header fields; read-only fields are rendered as text. */
interface BoundProps {
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly hint?: ReactNode;
}

/** A label above text, for what cannot be changed. */
export function ReadValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className="field-label">{label}</div>
      <div className={classes.readValue}>{children ?? EN_DASH}</div>
    </div>
  );
}

/** Focus and blur handlers of a header field, for the editor. */
function useBound(field: HeaderField) {
  const editor = useEditor();
  return { onFocus: () => editor.startHeader(field), onBlur: () => editor.leaveHeader(field) };
}
const useError = (field: HeaderField) => useEdited((state) => state.header.errors[field]);

/** One line of text of the header. */
export function HeaderTextField({
  field,
  label,
  hint,
  isReadOnly,
  maxLength = 200,
}: BoundProps & { field: HeaderText; maxLength?: number }) {
  const editor = useEditor();
  const typed = useEdited((state) => state.header.draft[field]);
  const stored = useEdited((state) => state.invoice[field]);
  const error = useError(field);
  const bound = useBound(field);
  const mark = marking(() => textSpellings(typed ?? stored));
  if (isReadOnly)
    return (
      <div {...mark}>
        <ReadValue label={label}>{stored}</ReadValue>
      </div>
    );
  return (
    <div {...mark}>
      <TextInput
        label={label}
        description={hint}
        error={error}
        value={typed ?? stored ?? ''}
        maxLength={maxLength}
        autoComplete="off"
        onChange={(event) => editor.setHeader(field, event.currentTarget.value)}
        {...bound}
      />
    </div>
  );
}

/** A day of the header. */
export function HeaderDayField({ field, label, isReadOnly }: BoundProps & { field: 'date' | 'rateDate' | 'etd' }) {
  const editor = useEditor();
  const typed = useEdited((state) => state.header.draft[field]);
  const stored = useEdited((state) => state.invoice[field]);
  const error = useError(field);
  return (
    <div {...marking(() => daySpellings(typed ?? stored))}>
      {isReadOnly ? (
        <ReadValue label={label}>{formatDay(stored) || EN_DASH}</ReadValue>
      ) : (
        <DayInput
          label={label}
          error={error}
          value={typed ?? stored ?? ''}
          onChange={(day) => (editor.setHeader(field, day), editor.leaveHeader(field))}
        />
      )}
    </div>
  );
}

/** The supplier of the invoice. When it is the only field, its label is for screen readers only. */
export function SupplierField({ isReadOnly, isAsked = false }: { isReadOnly: boolean; isAsked?: boolean }) {
  const t = useT();
  const editor = useEditor();
  const stored = useEdited((state) => state.invoice.supplierContact);
  const typed = useEdited((state) => state.header.draft.supplierId);
  const error = useError('supplierId');
  const suppliers = useSuppliers().data ?? [];
  if (isReadOnly)
    return (
      <ReadValue label={t('invoices:supplier')}>
        {stored?.companyName ?? t('invoices:noSupplier')}{' '}
        {stored?.localName && (
          <span className={classes.local} lang={langOf(stored.localName)}>
            {stored.localName}
          </span>
        )}
      </ReadValue>
    );
  const known = stored === null || suppliers.some(({ id }) => id === stored.id) ? suppliers : [stored, ...suppliers];
  const byId = new Map(known.map((supplier) => [supplier.id, supplier]));
  return (
    <div {...marking(() => [...textSpellings(stored?.localName), ...textSpellings(stored?.companyName)])}>
      <Select
        label={isAsked ? undefined : t('invoices:supplier')}
        aria-label={t('invoices:supplier')}
        error={error}
        searchable
        allowDeselect={false}
        limit={100}
        autoComplete="off"
        nothingFoundMessage={t('grid.optionsNone')}
        data={known.map(({ id, companyName, localName }) => ({
          value: id,
          label: localName ? `${companyName} ${localName}` : companyName,
        }))}
        placeholder={t('invoices:header.chooseSupplier')}
        value={typed ?? stored?.id ?? null}
        onChange={(id) => id && editor.setHeader('supplierId', id)}
        renderOption={({ option }) => {
          const supplier = byId.get(option.value);
          return (
            <span>
              {supplier?.companyName ?? option.label}{' '}
              {supplier?.localName && (
                <span className={classes.local} lang={langOf(supplier.localName)}>
                  {supplier.localName}
                </span>
              )}
            </span>
          );
        }}
      />
    </div>
  );
}

const CODES = currencyOptions.map(({ value }) => value);
const NAMES = new Map(currencyOptions.map(({ value, label }) => [value, label]));

/** The currency of the document: the field shows the code, the list shows names. */
export function CurrencyField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const value = useEdited((state) => state.header.draft.currency ?? state.invoice.currency);
  const error = useError('currency');
  if (isReadOnly) return <ReadValue label={t('invoices:currency')}>{value}</ReadValue>;
  return (
    <Select
      label={t('invoices:currency')}
      error={error}
      searchable
      allowDeselect={false}
      data={CODES}
      value={value}
      limit={200}
      autoComplete="off"
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      nothingFoundMessage={t('grid.optionsNone')}
      renderOption={({ option }) => NAMES.get(option.value) ?? option.label}
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (NAMES.get(String(option.value)) ?? '').toLowerCase().includes(search.trim().toLowerCase()),
        )
      }
      onChange={(code) => code && editor.setHeader('currency', code)}
    />
  );
}

/** The total on the document. */
export function TotalField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const id = useId();
  const typed = useEdited((state) => state.header.draft.total);
  const stored = useEdited((state) => state.invoice.total);
  const currency = useEdited((state) => state.header.draft.currency ?? state.invoice.currency);
  const error = useError('total');
  const bound = useBound('total');
  const [isFocused, setFocused] = useState(false);
  if (isReadOnly)
    return (
      <ReadValue label={t('invoices:total')}>
        <span className="num" {...marking(() => figureSpellings(stored))}>
          {formatMoney(stored, currency, { as: 'code', zero: 'figure' })}
        </span>
      </ReadValue>
    );
  const text = typed ?? stored ?? '';
  return (
    <div onFocus={() => (setFocused(true), bound.onFocus())} {...marking(() => figureSpellings(text))}>
      <label className={classes.rateLabel} htmlFor={id}>
        {t('invoices:total')}
      </label>
      <AmountInput
        id={id}
        currency={currency}
        value={isFocused || !/^-?\d+(\.\d+)?$/.test(text) ? text : groupDigits(text)}
        error={error}
        onChange={(next) => editor.setHeader('total', next)}
        onBlur={() => (setFocused(false), bound.onBlur())}
      />
    </div>
  );
}

/** The rate of a foreign invoice: typed in either direction, shown in both. */
export function RateField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const id = useId();
  const invoice = useEdited((state) => state.invoice);
  const draft = useEdited((state) => state.header.draft.rate);
  const currency = useEdited((state) => state.header.draft.currency ?? state.invoice.currency);
  const error = useError('rate');
  const bound = useBound('rate');
  const [chosen, setChosen] = useState<RateDirection>();
  const direction = draft?.direction ?? chosen ?? naturalDirection(invoice.rate);
  const words = (d: RateDirection) =>
    d === 'account' ? { from: currency, to: invoice.accountCurrency } : { from: invoice.accountCurrency, to: currency };
  const label = t('invoices:header.rateLabel', words(direction));
  const text = draft?.text ?? rateText(invoice.rate, direction);
  if (isReadOnly)
    return (
      <ReadValue label={label}>
        <span className="num">{text === '' ? EN_DASH : shownRate(text)}</span>
      </ReadValue>
    );
  const other: RateDirection = direction === 'account' ? 'document' : 'account';
  const both = invertRate(text);
  const turn = () => {
    setChosen(other);
    // The field shows the inverse of the same rate; convert only a text that the person has changed.
    if (draft)
      editor.setHeader('rate', {
        text: both === undefined ? draft.text : shownRate(both).replace(/\.?0+$/, ''),
        direction: other,
      });
  };
  const missing = text === '' ? t('invoices:header.rateMissing') : undefined;
  return (
    <div>
      <div className={classes.rateLabel}>
        <label htmlFor={id}>{label}</label>
        <button
          type="button"
          className={classes.turn}
          aria-label={t('invoices:header.turnRate', words(other))}
          title={t('invoices:header.turnRate', words(other))}
          onClick={turn}
        >
          <IconSwitchHorizontal size={14} stroke={1.75} aria-hidden />
        </button>
      </div>
      <TextInput
        id={id}
        className="num"
        inputMode="decimal"
        autoComplete="off"
        error={error}
        value={text}
        title={invoice.isRateFrozen ? t('invoices:header.rateFrozen') : undefined}
        onChange={(event) => editor.setHeader('rate', { text: event.currentTarget.value, direction })}
        {...bound}
        description={missing ?? (both === undefined ? undefined : bothWays(t, words(other), both))}
      />
    </div>
  );
}
const bothWays = (t: T, { from, to }: { from: string; to: string }, rate: string) =>
  t('invoices:header.rateBoth', { from, to, rate: shownRate(rate) });

/** Does this invoice need a rate? */
export const isForeign = (invoice: Pick<Invoice, 'currency' | 'accountCurrency'>) =>
  invoice.currency !== invoice.accountCurrency;

interface ChoiceProps extends BoundProps {
  readonly field: 'type' | 'shippingMethod' | 'costType';
  readonly placeholder?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A select with few options. */
export function HeaderChoiceField({ field, label, hint, placeholder, isReadOnly, options }: ChoiceProps) {
  const editor = useEditor();
  const value = useEdited((state) =>
    state.header.draft[field] === undefined ? state.invoice[field] : state.header.draft[field],
  );
  const error = useError(field);
  if (isReadOnly)
    return (
      <ReadValue label={label}>{options.find((option) => option.value === value)?.label ?? placeholder}</ReadValue>
    );
  return (
    <Select
      label={label}
      description={hint}
      placeholder={placeholder}
      error={error}
      data={[...options]}
      value={value ?? null}
      clearable
      searchable={options.length > 7}
      autoComplete="off"
      onChange={(next) => editor.setHeader(field, next as never)}
    />
  );
}
