import type { RateProposal } from '@quayside/contracts/exchange-rates';
import { proposeExchangeRate } from '@quayside/contracts/exchange-rates';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconLock, IconSwitchHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { TextAreaInput, TextInput } from '../../../components/form/inputs.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { SupplierName } from '../../../components/ui/supplier-name.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatDay, langOf } from '../../../lib/format.ts';
import { read } from '../../../lib/query-client.ts';
import { invertRate, type RateDirection, rateText, typedDirection } from '../../../lib/rate-draft.ts';
import { plainRate, rateFigure, rateWords, shownRate } from '../../../lib/shown-rate.ts';
import { supplierOption } from '../../../lib/supplier-options.ts';
import { useSuppliers } from '../api.ts';
import type { HeaderDay, HeaderField, HeaderText } from '../editor/header-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from '../purchasing.module.css';

/** The props that all header fields share. A read-only field is rendered as text. */
interface BoundProps {
  readonly isReadOnly: boolean;
  readonly hint?: ReactNode;
}

/** A label above a value that cannot be changed. */
export function ReadValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className="field-label">{label}</div>
      <div className={classes.readValue}>{children || EN_DASH}</div>
    </div>
  );
}

/** Returns handlers that inform the editor when a header field gets or loses the focus. */
function useBound(field: HeaderField) {
  const editor = useEditor();
  return { onFocus: () => editor.startHeader(field), onBlur: () => editor.leaveHeader(field) };
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
  const stored = useEdited((state) => state.order[field]);
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
  return rows === undefined ? <TextInput {...props} /> : <TextAreaInput {...props} rows={rows} autosize maxRows={12} />;
}

/** A header field with a day. */
export function OrderDayField({ field, hint, isReadOnly }: BoundProps & { field: HeaderDay }) {
  const t = useT();
  const editor = useEditor();
  const typed = useEdited((state) => state.header.draft[field]);
  const stored = useEdited((state) => state.order[field]);
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
  const stored = useEdited((state) => state.order.contact);
  const may = useEdited((state) => state.order.can.changeSupplier);
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
  const may = useEdited((state) => state.order.can.changeSupplier);
  const value = useEdited((state) => state.header.draft.currency ?? state.order.currency);
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

/** The exchange rate of a purchase order in a foreign currency. It can be typed in either direction. */
export function RateField({ isReadOnly }: BoundProps) {
  const t = useT();
  const editor = useEditor();
  const id = useId();
  const order = useEdited((state) => state.order);
  const draft = useEdited((state) => state.header.draft.rate);
  const currency = useEdited((state) => state.header.draft.currency ?? state.order.currency);
  const error = useError('rate');
  const bound = useBound('rate');
  const stored = { rate: order.rate, rateTyped: null };
  const [chosen, setChosen] = useState<RateDirection>();
  const direction = draft?.direction ?? chosen ?? typedDirection(stored);
  const words = (d: RateDirection) =>
    d === 'account' ? { from: currency, to: order.accountCurrency } : { from: order.accountCurrency, to: currency };
  const label = t('purchasing:rate.label', words(direction));
  const text = draft?.text ?? rateText(stored, direction);
  const proposal = useProposal(text === '' && !isReadOnly);
  if (isReadOnly)
    return <ReadValue label={label}>{text !== '' && <span className="num">{rateFigure(text)}</span>}</ReadValue>;
  const other: RateDirection = direction === 'account' ? 'document' : 'account';
  const both = invertRate(text);
  const turn = () => {
    setChosen(other);
    if (draft) editor.setHeader('rate', { text: both === undefined ? draft.text : plainRate(both), direction: other });
  };
  const accept = () => {
    if (!proposal) return;
    editor.setHeader(
      'rate',
      { text: proposal.rate, direction: 'account', proposed: { rate: proposal.rate, day: proposal.day } },
      0,
    );
  };
  return (
    <div>
      <div className={classes.rateLabel}>
        <label htmlFor={id}>{label}</label>
        <button
          type="button"
          className={classes.turn}
          aria-label={t('purchasing:rate.turn', words(other))}
          title={t('purchasing:rate.turn', words(other))}
          onClick={turn}
        >
          <IconSwitchHorizontal size={14} stroke={1.75} aria-hidden />
        </button>
      </div>
      <TextInput
        id={id}
        className="num"
        inputMode="decimal"
        error={error}
        value={text}
        onChange={(next) => editor.setHeader('rate', { text: next, direction })}
        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && accept()}
        {...bound}
        description={
          text === ''
            ? !proposal && t('purchasing:rate.missing')
            : both && t('purchasing:rate.both', { ...words(other), rate: rateFigure(both) })
        }
      />
      {proposal && (
        <div className={classes.proposed}>
          <span className="num">
            {t('purchasing:rate.proposed', {
              rate: rateWords(shownRate(proposal.rate, { document: currency, account: order.accountCurrency })),
              day: formatDay(proposal.day),
            })}
          </span>
          <ActionButton size="compact-sm" variant="light" icon={IconCheck} keys="↵" onClick={accept}>
            {t('purchasing:rate.accept')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

/** The rate that is proposed while there is none. */
function useProposal(isEmpty: boolean): RateProposal | undefined {
  const { currency, accountCurrency, orderDate } = useEdited((state) => state.order);
  const isTyping = useEdited(
    ({ header }) => header.draft.currency !== undefined || header.draft.orderDate !== undefined,
  );
  const isWanted = isEmpty && !isTyping && orderDate !== null && currency !== accountCurrency;
  const proposed = useQuery({
    ...read('exchange-rates', proposeExchangeRate, {
      query: { from: currency, to: accountCurrency, on: orderDate ?? '' },
    }),
    enabled: isWanted,
  });
  return isWanted ? (proposed.data?.proposal ?? undefined) : undefined;
}
