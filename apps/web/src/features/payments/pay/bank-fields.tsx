import { getSupplier } from '@quayside/contracts/suppliers/suppliers';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { CurrencyField } from '../../../components/form/choice-fields.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import { SelectField, TagsField, TextField } from '../../../components/form/fields.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { usePayFromCodes } from '../api.ts';
import classes from '../payments.module.css';

interface BankProps {
  readonly form: AppForm;
  readonly accountCurrency: string;
  /** What is assumed to have left the bank while nothing is typed. */
  readonly assumed: string | undefined;
}

const textOf = ({ values }: AppForm, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

/** When it was paid, and what left the bank for it. */
export function BankFields({ form, accountCurrency, assumed }: BankProps) {
  const t = useT();
  const currency = textOf(form, 'paidCurrency') || accountCurrency;
  const isForeign = currency !== accountCurrency;
  return (
    <div className={classes.fields}>
      <DayField {...form.field('paidOn')} label={t('payments:pay.paidOn')} />
      <AmountField
        {...form.field('paidAmount')}
        label={t('payments:pay.paidAmount')}
        currency={currency}
        optional
        autoFocus
        {...(assumed !== undefined && { placeholder: formatMoney(assumed, accountCurrency, { as: 'bare' }) })}
      />
      <CurrencyField {...form.field('paidCurrency')} label={t('payments:pay.paidCurrency')} openOnFocus={false} />
      {isForeign && (
        <TextField
          {...form.field('paidRate')}
          label={t('payments:pay.paidRate', { account: accountCurrency, currency })}
          maxLength={30}
        />
      )}
      <AmountField {...form.field('fee')} label={t('payments:pay.fee')} currency={accountCurrency} optional />
    </div>
  );
}

/** The reference of the payment, and the account from which it was paid. */
export function ReferenceFields({ form }: { form: AppForm }) {
  const t = useT();
  const codes = usePayFromCodes();
  const current = textOf(form, 'accountCode');
  // A code that was archived since still belongs to the payment that is corrected.
  const known = codes.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
  const options =
    current === '' || known.some(({ value }) => value === current)
      ? known
      : [...known, { value: current, label: current }];
  return (
    <div className={classes.fields}>
      <TextField {...form.field('paymentReference')} label={t('payments:pay.reference')} optional maxLength={200} />
      {options.length > 0 && (
        <SelectField
          {...form.field('accountCode')}
          label={t('payments:pay.accountCode')}
          options={options}
          optional
          openOnFocus={false}
        />
      )}
    </div>
  );
}

/** To whom a confirmation is sent. Most payments have none, so the fields are shown on demand. */
export function ConfirmationFields({ form, supplierId }: { form: AppForm; supplierId: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const supplier = useQuery({
    ...read('suppliers', getSupplier, { params: { id: supplierId } }),
    enabled: isOpen,
  }).data;
  if (!isOpen)
    return (
      <div>
        <ActionButton size="xs" variant="subtle" icon={IconMail} onClick={() => setOpen(true)}>
          {t('payments:pay.confirmation')}
        </ActionButton>
      </div>
    );
  return (
    <div className={classes.fields}>
      <TagsField
        {...form.field('confirmationEmailToAddresses')}
        label={t('payments:pay.mailTo')}
        help={t('payments:pay.mailHelp')}
        suggestions={supplier?.email ? [supplier.email] : []}
        autoFocus
      />
      <TagsField {...form.field('confirmationEmailCCAddresses')} label={t('payments:pay.mailCc')} optional />
    </div>
  );
}
