import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createInvoice, createInvoiceBody } from '@quayside/contracts/invoices';
import type { Supplier } from '@quayside/contracts/suppliers';
import { todayIn } from '@quayside/domain/days/days';
import { INVOICE_KINDS, type InvoiceKind } from '@quayside/domain/lists';
import { IconFileText } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { AmountField, readAmount } from '../../../components/form/amount-field.tsx';
import { CurrencyField } from '../../../components/form/choice-fields.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import { MeasureField, TextField } from '../../../components/form/fields.tsx';
import { Form, FormSection, Wide } from '../../../components/form/form.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission, useTimeZone } from '../../../lib/account.ts';
import { paths } from '../../../lib/paths.ts';
import { useCreateInvoice, useDuplicates } from '../api.ts';
import { DuplicatesNote } from '../duplicates-note.tsx';
import { plainRate, rateFigure } from '../../../lib/shown-rate.ts';
import { invertRate, storedRate } from '../editor/rate.ts';
import classes from '../invoices.module.css';
import { SupplierSelect } from './supplier-select.tsx';

type HandValues = {
  kind: InvoiceKind;
  supplierId: string;
  invoiceNumber: string;
  date: string;
  currency: string;
  rate: string;
  total: string;
  turned: boolean;
};

/** The form that creates an invoice from typed values. */
export function ByHand({ suppliers, first }: { suppliers: readonly Supplier[]; first: string }) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createInvoice);
  const accountCurrency = useCurrency();
  const zone = useTimeZone();
  const create = useCreateInvoice();
  const currencyOf = (id: string | null) =>
    suppliers.find((supplier) => supplier.id === id)?.currency ?? accountCurrency;
  const form = useAppForm<HandValues, typeof createInvoiceBody>({
    schema: createInvoiceBody,
    local: ['turned', 'rate'],
    initial: {
      kind: 'INVOICE',
      supplierId: first,
      invoiceNumber: '',
      date: todayIn(Date.now(), zone),
      currency: currencyOf(first),
      rate: '',
      total: '',
      turned: true,
    },
    check: (values) => {
      const read = storedRate({ text: values.rate, direction: values.turned ? 'document' : 'account' });
      return 'problem' in read ? { rate: read.problem } : {};
    },
    failure: { verb: 'create', entity: t('invoices:entity'), fixed: 'createInvoice' },
    submit: async (body, values) => {
      const read = storedRate({ text: values.rate, direction: values.turned ? 'document' : 'account' });
      const isForeign = values.currency !== accountCurrency;
      const made = await create.mutateAsync({
        ...body,
        ...(isForeign && 'value' in read && read.value !== null ? { rate: read.value } : {}),
      });
      void navigate(paths.invoice(made.id), { replace: true });
    },
  });
  const isForeign = form.values.currency !== accountCurrency;
  return (
    <Form form={form as never} guard={false} label={t('invoices:add.title')}>
      <FormSection
        title={t('invoices:add.title')}
        hint={t('invoices:add.body')}
        fields={['supplierId', 'invoiceNumber', 'date', 'currency', 'rate', 'total']}
        form={form}
      >
        <Wide>
          <SegmentedControl
            size="xs"
            aria-label={t('invoices:kind')}
            value={form.values.kind}
            data={INVOICE_KINDS.map((value) => ({ value, label: t(`invoices:kinds.${value}`) }))}
            onChange={(value) => form.set('kind', value as InvoiceKind)}
          />
          {form.values.kind === 'CREDIT_NOTE' && <p className={classes.hintRow}>{t('invoices:add.kindHint')}</p>}
        </Wide>
        <Wide>
          <SupplierSelect
            form={form}
            suppliers={suppliers}
            onChange={(supplier) => form.set('currency', supplier?.currency ?? accountCurrency)}
          />
        </Wide>
        <TextField
          {...form.field('invoiceNumber')}
          label={t('invoices:number')}
          optional
          help={t('invoices:add.numberHint')}
          maxLength={100}
        />
        <DayField {...form.field('date')} label={t('invoices:date')} />
        <CurrencyField {...form.field('currency')} label={t('invoices:currency')} />
        <AmountField {...form.field('total')} label={t('invoices:total')} optional currency={form.values.currency} />
        {isForeign && <RateField form={form} accountCurrency={accountCurrency} />}
        <Wide>
          <Duplicates values={form.values} />
        </Wide>
      </FormSection>
      <div className="row from-end">
        <ActionButton to={paths.invoices()}>{t('cancel')}</ActionButton>
        <ActionButton
          type="submit"
          variant="filled"
          icon={IconFileText}
          loading={form.isSaving}
          permission={permission}
          keys="Ctrl ↵"
        >
          {t('invoices:add.create')}
        </ActionButton>
      </div>
    </Form>
  );
}

const DUPLICATES_DELAY_MS = 500;

/** Searches for duplicates while the person types. Invalid fields are left out of the search. */
function Duplicates({ values }: { values: HandValues }) {
  const { supplierId, invoiceNumber, date, currency, total } = values;
  const amount = readAmount(total, currency);
  const typed = {
    ...(supplierId ? { supplierId } : {}),
    ...(invoiceNumber.trim() ? { invoiceNumber: invoiceNumber.trim() } : {}),
    ...(date ? { date } : {}),
    currency,
    ...(amount && 'amount' in amount ? { total: amount.amount } : {}),
  };
  const [sent] = useDebouncedValue(JSON.stringify(typed), DUPLICATES_DELAY_MS);
  const asked = JSON.parse(sent) as typeof typed;
  const found = useDuplicates(asked, asked.invoiceNumber !== undefined || asked.total !== undefined);
  return <DuplicatesNote duplicates={found.data ?? []} />;
}

function RateField({ form, accountCurrency }: { form: AppForm; accountCurrency: string }) {
  const t = useT();
  const currency = String(form.values['currency']);
  const isTurned = form.values['turned'] === true;
  const [from, to] = isTurned ? [accountCurrency, currency] : [currency, accountCurrency];
  const text = String(form.values['rate']);
  const both = invertRate(text);
  return (
    <MeasureField
      {...form.field('rate')}
      label={t('invoices:header.rateLabel', { from, to })}
      optional
      help={
        <span className={classes.hintRow}>
          {both === undefined
            ? t('invoices:header.rateMissing')
            : t('invoices:header.rateBoth', { from: to, to: from, rate: rateFigure(both) })}{' '}
          <button
            type="button"
            className={classes.textButton}
            onClick={() => (form.set('turned', !isTurned), both !== undefined && form.set('rate', plainRate(both)))}
          >
            {t('invoices:header.turnRate', { from: to, to: from })}
          </button>
        </span>
      }
    />
  );
}
