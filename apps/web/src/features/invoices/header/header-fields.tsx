import { TextInput } from '@mantine/core';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import { IconSwitchHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { AmountInput } from '../../../components/form/amount-field.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatDay, formatMoney, groupDigits } from '../../../lib/words/format.ts';
import { plainRate, rateFigure } from '../../../lib/words/shown-rate.ts';
import type { GoodsDay, HeaderField, HeaderText } from '../editor/header-draft.ts';
import { invertRate, type RateDirection, rateText, typedDirection } from '../../../lib/words/rate-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { marking } from '../marked/marking.ts';
import { daySpellings, figureSpellings, textSpellings } from '../marked/spellings.ts';
import { OfferedField } from '../reading/offered-field.tsx';
import { isOfferField } from '../reading/offers.ts';
import { useProposedRate } from './proposed-rate.tsx';
import { SupplierName } from '../../../components/ui/supplier-name.tsx';
import { supplierOption, useSuppliers } from '../../../lib/supplier-options.ts';
import classes from '../invoices.module.css';

/** The props that all header fields share. A read-only field is rendered as text. */
interface BoundProps {
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly hint?: ReactNode;
}

/** A label above a value that cannot be changed. */
export function ReadValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className="field-label">{label}</div>
      <div className={classes.readValue}>{children ?? EN_DASH}</div>
    </div>
  );
}

/** Returns handlers that inform the editor when a header field gets or loses the focus. */
function useBound(field: HeaderField) {
  const editor = useEditor();
  return { onFocus: () => editor.startHeader(field), onBlur: () => editor.leaveHeader(field) };
}
const useError = (field: HeaderField) => useEdited((state) => state.header.errors[field]);

/** A header field with one line of text. */
export function HeaderTextField({
  field,
  label,
  hint,
  isReadOnly,
  maxLength = 200,
}: BoundProps & { field: HeaderText; maxLength?: number }) {
  const editor = useEditor();
  const typed = useEdited((state) => state.header.draft[field]);
  const stored = useEdited((state) => state.record[field]);
  const error = useError(field);
  const bound = useBound(field);
  const spellings = () => textSpellings(typed ?? stored);
  if (isReadOnly)
    return (
      <div {...marking(spellings)}>
        <ReadValue label={label}>{stored}</ReadValue>
      </div>
    );
  return (
    <Offered field={field} spellings={spellings}>
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
    </Offered>
  );
}

/** A field that is marked in the document, and for which the document can offer a value if it is one of those. */
function Offered({
  field,
  spellings,
  children,
}: {
  field: HeaderField;
  spellings: () => readonly string[];
  children: ReactNode;
}) {
  if (!isOfferField(field)) return <div {...marking(spellings)}>{children}</div>;
  return (
    <OfferedField field={field} spellings={spellings}>
      {children}
    </OfferedField>
  );
}

/** A header field with a date. */
export function HeaderDayField({
  field,
  label,
  isReadOnly,
}: BoundProps & { field: 'date' | 'rateDate' | 'etd' | GoodsDay }) {
  const editor = useEditor();
  const typed = useEdited((state) => state.header.draft[field]);
  const stored = useEdited((state) => state.record[field]);
  const error = useError(field);
  return (
    <Offered field={field} spellings={() => daySpellings(typed ?? stored)}>
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
    </Offered>
  );
}

/**
 * The supplier of the invoice. `isAsked` is true when the field is shown alone below a question; its label is then for
 * screen readers only.
 */
export function SupplierField({ isReadOnly, isAsked = false }: { isReadOnly: boolean; isAsked?: boolean }) {
  const t = useT();
  const editor = useEditor();
  const stored = useEdited((state) => state.record.supplierContact);
  const typed = useEdited((state) => state.header.draft.supplierId);
  const error = useError('supplierId');
  const suppliers = useSuppliers().data ?? [];
  const { create, dialog } = useNewSupplier(({ id }) => editor.setHeader('supplierId', id));
  if (isReadOnly)
    return (
      <ReadValue label={t('invoices:supplier')}>
        <SupplierName companyName={stored?.companyName ?? t('invoices:noSupplier')} localName={stored?.localName} />
      </ReadValue>
    );
  const known = stored === null || suppliers.some(({ id }) => id === stored.id) ? suppliers : [stored, ...suppliers];
  const byId = new Map(known.map((supplier) => [supplier.id, supplier]));
  return (
    <OfferedField
      field="supplierId"
      spellings={() => [...textSpellings(stored?.localName), ...textSpellings(stored?.companyName)]}
    >
      <Chooser
        label={isAsked ? undefined : t('invoices:supplier')}
        aria-label={t('invoices:supplier')}
        error={error}
        searchable
        create={create}
        data={known.map(supplierOption)}
        placeholder={t('invoices:header.chooseSupplier')}
        value={typed ?? stored?.id ?? null}
        onChange={(id) => id && editor.setHeader('supplierId', id)}
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
    </OfferedField>
  );
}

const CODES = currencyOptions.map(({ value }) => value);
const NAMES = new Map(currencyOptions.map(({ value, label }) => [value, label]));

/** The currency of the invoice. The field shows the code, and the options show code and name. */
export function CurrencyField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const value = useEdited((state) => state.header.draft.currency ?? state.record.currency);
  const error = useError('currency');
  if (isReadOnly) return <ReadValue label={t('invoices:currency')}>{value}</ReadValue>;
  return (
    <OfferedField field="currency" spellings={() => textSpellings(value)}>
      <Chooser
        label={t('invoices:currency')}
        error={error}
        searchable
        data={CODES}
        value={value}
        wordsOf={({ value: code }) => NAMES.get(code) ?? code}
        renderOption={({ option }) => <span>{NAMES.get(option.value) ?? option.label}</span>}
        onChange={(code) => code && editor.setHeader('currency', code)}
      />
    </OfferedField>
  );
}

/** The field for the total that is printed on the document. */
export function TotalField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const id = useId();
  const typed = useEdited((state) => state.header.draft.total);
  const stored = useEdited((state) => state.record.total);
  const currency = useEdited((state) => state.header.draft.currency ?? state.record.currency);
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
    <OfferedField field="total" spellings={() => figureSpellings(text)}>
      <label className={classes.rateLabel} htmlFor={id}>
        {t('invoices:total')}
      </label>
      <AmountInput
        id={id}
        currency={currency}
        onFocus={() => (setFocused(true), bound.onFocus())}
        value={isFocused || !/^-?\d+(\.\d+)?$/.test(text) ? text : groupDigits(text)}
        error={error}
        onChange={(next) => editor.setHeader('total', next)}
        onBlur={() => (setFocused(false), bound.onBlur())}
      />
    </OfferedField>
  );
}

/**
 * The exchange rate of an invoice in a foreign currency. The rate can be typed in either direction, and is also shown
 * in the other one.
 */
export function RateField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const id = useId();
  const invoice = useEdited((state) => state.record);
  const draft = useEdited((state) => state.header.draft.rate);
  const currency = useEdited((state) => state.header.draft.currency ?? state.record.currency);
  const error = useError('rate');
  const bound = useBound('rate');
  const [chosen, setChosen] = useState<RateDirection>();
  const direction = draft?.direction ?? chosen ?? typedDirection(invoice);
  const words = (d: RateDirection) =>
    d === 'account' ? { from: currency, to: invoice.accountCurrency } : { from: invoice.accountCurrency, to: currency };
  const label = t('invoices:header.rateLabel', words(direction));
  const proposed = useProposedRate();
  const text = draft?.text ?? rateText(invoice, direction);
  const costRate =
    invoice.rate !== null && invoice.costRate !== null && invoice.costRate !== invoice.rate
      ? t('invoices:header.costRate', { rate: invoice.costRate })
      : undefined;
  if (isReadOnly)
    return (
      <ReadValue label={label}>
        <span className="num">{text === '' ? EN_DASH : rateFigure(text)}</span>
        {costRate && <small className="quiet">{costRate}</small>}
      </ReadValue>
    );
  const other: RateDirection = direction === 'account' ? 'document' : 'account';
  const both = invertRate(text);
  const turn = () => {
    setChosen(other);
    // A stored rate is converted when it is displayed, so only text that the person has typed needs to be converted
    // here.
    if (draft)
      editor.setHeader('rate', {
        text: both === undefined ? draft.text : plainRate(both),
        direction: other,
      });
  };
  const missing =
    text === '' ? t(proposed.proposal ? 'invoices:header.acceptRateHint' : 'invoices:header.rateMissing') : undefined;
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
        onKeyDown={(event) => event.key === 'Enter' && proposed.accept()}
        {...bound}
        description={missing ?? costRate ?? (both === undefined ? undefined : bothWays(t, words(other), both))}
      />
    </div>
  );
}
const bothWays = (t: T, { from, to }: { from: string; to: string }, rate: string) =>
  t('invoices:header.rateBoth', { from, to, rate: rateFigure(rate) });

/** Whether the invoice is in a foreign currency and therefore needs a rate. */
export const isForeign = (invoice: Pick<Invoice, 'currency' | 'accountCurrency'>) =>
  invoice.currency !== invoice.accountCurrency;

interface ChoiceProps extends BoundProps {
  readonly field: 'type' | 'shippingMethod' | 'costType';
  readonly placeholder?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A header field that is a select with few options. */
export function HeaderChoiceField({ field, label, hint, placeholder, isReadOnly, options }: ChoiceProps) {
  const editor = useEditor();
  const value = useEdited((state) =>
    state.header.draft[field] === undefined ? state.record[field] : state.header.draft[field],
  );
  const error = useError(field);
  if (isReadOnly)
    return (
      <ReadValue label={label}>{options.find((option) => option.value === value)?.label ?? placeholder}</ReadValue>
    );
  return (
    <Chooser
      label={label}
      description={hint}
      placeholder={placeholder}
      error={error}
      data={[...options]}
      value={value ?? null}
      clearable
      searchable={options.length > 7}
      onChange={(next) => editor.setHeader(field, next as never)}
    />
  );
}
