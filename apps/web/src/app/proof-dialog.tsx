import { prove } from '@quayside/contracts/accounts/second-factor';
import { useQuery } from '@tanstack/react-query';
import { CodeField, PasswordField } from '../components/form/fields.tsx';
import { Form } from '../components/form/form.tsx';
import { useAppForm } from '../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../components/ui/confirm.tsx';
import { useT } from '../i18n/i18n.ts';
import { meQuery } from '../lib/session/account.ts';
import { call } from '../lib/api/call.ts';
import { proof } from '../lib/session/proof.ts';

/** The dialog that asks for the password, and for the code when the person has a second factor. */
export function ProofDialog() {
  const t = useT();
  const hasCode = useQuery({ ...meQuery(), enabled: false }).data?.isSecondFactorOn === true;
  const form = useAppForm({
    schema: prove.body,
    initial: { password: '', code: '' },
    local: hasCode ? [] : ['code'],
    failure: null,
    submit: (body) => call(prove, { body }),
    onSaved: () => proof.answer(true),
  });
  const title = t('security:proof.title');
  return (
    <Dialog title={title} size={440} onClose={() => proof.answer(false)}>
      <Form form={form} guard={false} label={title}>
        <p className="muted">{hasCode ? t('security:proof.leadWithCode') : t('security:proof.lead')}</p>
        <PasswordField
          {...form.field('password')}
          label={t('security:proof.yourPassword')}
          autoComplete="current-password"
          autoFocus
        />
        {hasCode && (
          <CodeField
            {...form.field('code')}
            label={t('security:secondFactor.code')}
            help={t('security:secondFactor.codeOrRecovery')}
          />
        )}
        <div className="row from-end">
          <DialogButtons
            action={t('security:proof.submit')}
            submit
            isBusy={form.isSaving}
            onCancel={() => proof.answer(false)}
          />
        </div>
      </Form>
    </Dialog>
  );
}
