import { INVOICE_COST_CATEGORIES, INVOICE_TYPES, SHIPPING_METHODS } from '@quayside/domain/lists';
import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { GOODS_DAYS } from '../editor/header-draft.ts';
import { useEdited } from '../editor/use-editor.ts';
import {
  CurrencyField,
  HeaderChoiceField,
  HeaderDayField,
  HeaderTextField,
  isForeign,
  RateField,
  SupplierField,
  TotalField,
} from '../header/header-fields.tsx';
import { HeaderProblem } from '../header/invoice-header.tsx';
import { ProposedRate } from '../header/proposed-rate.tsx';
import { PairingField } from '../header/pairing-field.tsx';
import classes from './details.module.css';
import { type TypeField, typeFieldsOf } from './type-fields.ts';

/** The tab with all header fields of an invoice, in cards. */
export function DetailsTab({ isReadOnly }: { isReadOnly: boolean }) {
  return (
    <>
      <HeaderProblem />
      <div className={classes.cards}>
        <Who isReadOnly={isReadOnly} />
        <Rate isReadOnly={isReadOnly} />
        <Freight isReadOnly={isReadOnly} />
        <Costs isReadOnly={isReadOnly} />
        <Goods isReadOnly={isReadOnly} />
      </div>
    </>
  );
}

function Who({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  return (
    <Card title={t('invoices:details.who')}>
      <div className={classes.fields}>
        <div className={classes.wide}>
          <SupplierField isReadOnly={isReadOnly} />
        </div>
        <HeaderTextField field="invoiceNumber" label={t('invoices:number')} isReadOnly={isReadOnly} maxLength={100} />
        <HeaderDayField field="date" label={t('invoices:date')} isReadOnly={isReadOnly} />
        <HeaderTextField field="billToCompany" label={t('invoices:header.billTo')} isReadOnly={isReadOnly} />
        <HeaderTextField field="attention" label={t('invoices:header.attention')} isReadOnly={isReadOnly} />
        <HeaderTextField
          field="payReferenceNumber"
          label={t('invoices:header.payReference')}
          isReadOnly={isReadOnly}
          maxLength={100}
        />
      </div>
    </Card>
  );
}

function Rate({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const foreign = useEdited((state) =>
    isForeign({
      currency: state.header.draft.currency ?? state.record.currency,
      accountCurrency: state.record.accountCurrency,
    }),
  );
  const accountCurrency = useEdited((state) => state.record.accountCurrency);
  const isFrozen = useEdited((state) => state.record.isRateFrozen);
  return (
    <Card
      title={t('invoices:details.rate')}
      {...(foreign && isFrozen ? { hint: t('invoices:header.rateFrozen') } : {})}
    >
      <div className={classes.fields}>
        <CurrencyField isReadOnly={isReadOnly} />
        <TotalField isReadOnly={isReadOnly} />
        {foreign && <RateField isReadOnly={isReadOnly} />}
        {foreign && <HeaderDayField field="rateDate" label={t('invoices:rateDate')} isReadOnly={isReadOnly} />}
        {foreign && <ProposedRate isReadOnly={isReadOnly} />}
      </div>
      {!foreign && <p className={classes.hint}>{t('invoices:details.sameCurrency', { currency: accountCurrency })}</p>}
    </Card>
  );
}

function Freight({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const invoice = useEdited((state) => state.record);
  const draft = useEdited((state) => state.header.draft);
  const type = draft.type === undefined ? invoice.type : draft.type;
  const shown = typeFieldsOf(type, invoice, Object.keys(draft));
  const fields: Record<TypeField, ReactNode> = {
    shippingMethod: (
      <HeaderChoiceField
        key="shippingMethod"
        field="shippingMethod"
        label={t('invoices:header.shippingMethod')}
        hint={t('invoices:header.shippingMethodHint')}
        isReadOnly={isReadOnly}
        options={SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) }))}
      />
    ),
    vesselVoyage: (
      <HeaderTextField
        key="vesselVoyage"
        field="vesselVoyage"
        label={t('invoices:header.vesselVoyage')}
        isReadOnly={isReadOnly}
      />
    ),
    etd: <HeaderDayField key="etd" field="etd" label={t('invoices:header.etd')} isReadOnly={isReadOnly} />,
    tracking: (
      <HeaderTextField
        key="tracking"
        field="tracking"
        label={type === 'CUSTOMS_ONLY' ? t('invoices:header.trackingCustoms') : t('invoices:header.tracking')}
        isReadOnly={isReadOnly}
      />
    ),
  };
  return (
    <Card title={t('invoices:details.freight')}>
      <div className={classes.fields}>
        <div className={classes.wide}>
          <HeaderChoiceField
            field="type"
            label={t('invoices:type')}
            placeholder={t('invoices:typeNone')}
            isReadOnly={isReadOnly}
            options={INVOICE_TYPES.map((value) => ({ value, label: t(`invoices:types.${value}`) }))}
          />
        </div>
        {shown.map((field) => fields[field])}
      </div>
      {shown.length === 0 && <p className={classes.hint}>{t('invoices:details.freightHint')}</p>}
    </Card>
  );
}

function Costs({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  return (
    <Card title={t('invoices:details.costs')}>
      <div className={classes.fields}>
        <div className={classes.wide}>
          <PairingField isReadOnly={isReadOnly} hint={t('invoices:header.pairedHint')} />
        </div>
        <div className={classes.wide}>
          <HeaderChoiceField
            field="costType"
            label={t('invoices:header.costType')}
            placeholder={t('invoices:header.costTypeAuto')}
            isReadOnly={isReadOnly}
            options={INVOICE_COST_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          />
        </div>
      </div>
    </Card>
  );
}

/** What became known about the goods. Payments that follow one of these events move with its day. */
function Goods({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  return (
    <Card title={t('invoices:details.goods')} hint={t('invoices:details.goodsHint')}>
      <div className={classes.fields}>
        {GOODS_DAYS.map((field) => (
          <HeaderDayField key={field} field={field} label={t(`invoices:details.${field}`)} isReadOnly={isReadOnly} />
        ))}
      </div>
    </Card>
  );
}
