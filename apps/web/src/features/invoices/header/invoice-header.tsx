import { Select } from '@mantine/core';
import { INVOICE_COST_CATEGORIES, INVOICE_TYPES, SHIPPING_METHODS } from '@quayside/domain/lists';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from '../invoices.module.css';
import { CurrencyField, HeaderDayField, HeaderTextField, isForeign, RateField, ReadValue, SupplierField, TotalField } from './header-fields.tsx';
import { PairingField } from './pairing-field.tsx';

/** The top of the invoice: what decides stands in one row, what it is paired with below, the rest is folded away. */
export function InvoiceHeader({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const foreign = useEdited((state) =>
    isForeign({ currency: state.header.draft.currency ?? state.invoice.currency, accountCurrency: state.invoice.accountCurrency }),
  );
  const problem = useEdited((state) => state.header.errors.header);
  const [isMore, setMore] = useState(false);
  const moreId = useId();
  // Goods have their own orders; an invoice about other invoices' goods, or one that is still empty, asks which.
  // What is asked at the beginning stays, so that nothing moves under somebody who types.
  const editor = useEditor();
  const [isAsked] = useState(() => ![...editor.get().rows.values()].some((row) => row.line?.order));
  const isPaired = useEdited((state) => state.invoice.pairedWith.length > 0);
  const isPairing = isAsked || isPaired;
  return (
    <section className={classes.headerCard} aria-label={t('invoices:header.label')}>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <div className={classes.fields} data-rate={foreign || undefined}>
        <SupplierField isReadOnly={isReadOnly} />
        <HeaderTextField field="invoiceNumber" label={t('invoices:number')} isReadOnly={isReadOnly} maxLength={100} />
        <HeaderDayField field="date" label={t('invoices:date')} isReadOnly={isReadOnly} />
        <CurrencyField isReadOnly={isReadOnly} />
        <TotalField isReadOnly={isReadOnly} />
        {foreign && <RateField isReadOnly={isReadOnly} />}
        {foreign && <HeaderDayField field="rateDate" label={t('invoices:rateDate')} isReadOnly={isReadOnly} />}
      </div>
      {isPairing && <PairingField isReadOnly={isReadOnly} />}
      <MoreButton isMore={isMore} controls={moreId} onClick={() => setMore(!isMore)} />
      {isMore && (
        <div id={moreId} className={classes.headerCard}>
          {!isPairing && <PairingField isReadOnly={isReadOnly} />}
          <MoreDetails isReadOnly={isReadOnly} />
        </div>
      )}
    </section>
  );
}

function MoreButton({ isMore, controls, onClick }: { isMore: boolean; controls: string; onClick: () => void }) {
  const t = useT();
  const Chevron = isMore ? IconChevronDown : IconChevronRight;
  return (
    <button type="button" className={classes.more} aria-expanded={isMore} aria-controls={isMore ? controls : undefined} onClick={onClick}>
      <Chevron size={14} stroke={2} aria-hidden />
      {isMore ? t('invoices:header.fewer') : t('invoices:header.more')}
    </button>
  );
}

function MoreDetails({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  return (
    <div className={classes.moreFields}>
      <ChoiceField
        field="type"
        label={t('invoices:type')}
        placeholder={t('invoices:typeNone')}
        isReadOnly={isReadOnly}
        options={INVOICE_TYPES.map((value) => ({ value, label: t(`invoices:types.${value}`) }))}
      />
      <ChoiceField
        field="shippingMethod"
        label={t('invoices:header.shippingMethod')}
        hint={t('invoices:header.shippingMethodHint')}
        isReadOnly={isReadOnly}
        options={SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) }))}
      />
      <ChoiceField
        field="costType"
        label={t('invoices:header.costType')}
        placeholder={t('invoices:header.costTypeAuto')}
        isReadOnly={isReadOnly}
        options={INVOICE_COST_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
      <HeaderTextField field="payReferenceNumber" label={t('invoices:header.payReference')} isReadOnly={isReadOnly} maxLength={100} />
      <HeaderTextField field="vesselVoyage" label={t('invoices:header.vesselVoyage')} isReadOnly={isReadOnly} />
      <HeaderDayField field="etd" label={t('invoices:header.etd')} isReadOnly={isReadOnly} />
      <HeaderTextField field="tracking" label={t('invoices:header.tracking')} isReadOnly={isReadOnly} />
      <HeaderTextField field="attention" label={t('invoices:header.attention')} isReadOnly={isReadOnly} />
      <HeaderTextField field="billToCompany" label={t('invoices:header.billTo')} isReadOnly={isReadOnly} />
    </div>
  );
}

interface ChoiceProps {
  readonly field: 'type' | 'shippingMethod' | 'costType';
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly isReadOnly: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function ChoiceField({ field, label, hint, placeholder, isReadOnly, options }: ChoiceProps) {
  const editor = useEditor();
  const value = useEdited((state) => (state.header.draft[field] === undefined ? state.invoice[field] : state.header.draft[field]));
  const error = useEdited((state) => state.header.errors[field]);
  if (isReadOnly) return <ReadValue label={label}>{options.find((option) => option.value === value)?.label}</ReadValue>;
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
