import { revealSupplierBankDetails } from '@quayside/contracts/supplier-bank';
import { PasswordField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import classes from './bank.module.css';

interface PasswordDialogProps {
  readonly title: string;
  readonly body?: string;
  readonly action: string;
  readonly danger?: boolean;
  readonly onSubmit: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the person's own password before something is done. */
export function PasswordDialog({ title, body, action, danger = false, onSubmit, onClose }: PasswordDialogProps) {
  const t = useT();
  const form = useAppForm({
    schema: revealSupplierBankDetails.body,
    initial: { password: '' },
    submit: ({ password }) => onSubmit(password),
    onSaved: onClose,
  });
  return (
    <Dialog title={title} size={440} onClose={onClose}>
      <Form form={form} guard={false} label={title}>
        {body && <p className={classes.body}>{body}</p>}
        <PasswordField
          {...form.field('password')}
          label={t('suppliers:bank.password')}
          help={t('suppliers:bank.passwordHelp')}
          autoComplete="current-password"
          autoFocus
        />
        <div className={classes.buttons}>
          <DialogButtons action={action} submit danger={danger} isBusy={form.isSaving} onCancel={onClose} />
        </div>
      </Form>
    </Dialog>
  );
}
