import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { putSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import { CurrencyField } from '../../../components/form/choice-fields.tsx';
import { TextAreaField, TextField } from '../../../components/form/fields.tsx';
import { Form, Wide } from '../../../components/form/form.tsx';
import formClasses from '../../../components/form/form.module.css';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { type Details, usePutBankDetails } from './api.ts';
import classes from './bank.module.css';

type BankValues = Record<Exclude<keyof Details, 'currency'>, string> & { currency: string | null };

/** Edits the bank details of a supplier. Fields that are masked at the moment start empty. */
export function BankDialog({
  supplier,
  masked,
  revealed,
  onSaved,
  onClose,
}: {
  supplier: Supplier;
  masked: Details | null;
  revealed: Details | undefined;
  onSaved: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const put = usePutBankDetails(supplier.id);
  const form = useAppForm({
    schema: putSupplierBankDetails.body,
    initial: initialOf(masked, revealed, supplier.currency),
    failure: { verb: 'update', entity: t('suppliers:bank.entity') },
    submit: (body) => put.mutateAsync(body),
    onSaved: () => {
      toast('success', t('suppliers:bank.saved', { name: supplier.companyName }));
      onSaved();
    },
  });
  const shared = (name: keyof Details) => ({
    ...form.field(name),
    label: t(`suppliers:bank.field.${name}`),
    optional: name !== 'beneficiary' && name !== 'accountNumber',
  });
  const title = t('suppliers:bank.changeTitle', { name: supplier.companyName });
  return (
    <Dialog title={title} size={620} onClose={onClose}>
      <Form form={form} guard={false} label={title}>
        <p className="muted">{t('suppliers:bank.changeBody')}</p>
        <div className={`${formClasses.grid} ${classes.fields}`}>
          <TextField {...shared('beneficiary')} maxLength={200} autoFocus />
          <TextField {...shared('accountNumber')} maxLength={50} />
          <TextField {...shared('bankName')} maxLength={200} />
          <TextField {...shared('swift')} maxLength={11} />
          <TextField {...shared('bankCode')} maxLength={50} help={t('suppliers:bank.help.bankCode')} />
          <CurrencyField {...shared('currency')} />
          <Wide>
            <TextField {...shared('bankAddress')} maxLength={500} />
          </Wide>
          <Wide>
            <TextAreaField {...shared('notes')} rows={2} maxLength={500} help={t('suppliers:bank.help.notes')} />
          </Wide>
        </div>
        <div className="row from-end">
          <DialogButtons action={t('suppliers:bank.save')} submit isBusy={form.isSaving} onCancel={onClose} />
        </div>
      </Form>
    </Dialog>
  );
}

/** The initial form values. Masked values are left out, because otherwise the masking dots would be stored. */
function initialOf(masked: Details | null, revealed: Details | undefined, currency: string | null): BankValues {
  const known = revealed ?? (masked && { ...masked, accountNumber: '', bankCode: null, notes: null });
  return {
    beneficiary: known?.beneficiary ?? '',
    accountNumber: known?.accountNumber ?? '',
    bankName: known?.bankName ?? '',
    bankAddress: known?.bankAddress ?? '',
    swift: known?.swift ?? '',
    bankCode: known?.bankCode ?? '',
    currency: known ? known.currency : currency,
    notes: known?.notes ?? '',
  };
}
