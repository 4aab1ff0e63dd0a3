import { Button } from '@mantine/core';
import { changePassword } from '@quayside/contracts/accounts/auth';
import { useState } from 'react';
import { NewPasswordFields, PasswordField } from '../../../components/form/fields.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { RefusalNote } from '../../../components/ui/refusal-note.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import classes from './security.module.css';

/** Changes the password of the signed-in person. This signs the person out in all other browsers. */
export function ChangePasswordForm() {
  // The React key of the form. It changes after each successful change of the password, which remounts the form, so
  // that no password stays in a field.
  const [round, setRound] = useState(0);
  return <PasswordFields key={round} onChanged={() => setRound(round + 1)} />;
}

function PasswordFields({ onChanged }: { onChanged: () => void }) {
  const t = useT();
  const keyFor = useIntentKey();
  const form = useAppForm({
    schema: changePassword.body,
    initial: { currentPassword: '', newPassword: '', repeat: '' },
    local: ['repeat'],
    check: (values) => ({
      repeat:
        values.newPassword !== '' && values.repeat !== values.newPassword
          ? t('accounts:register.passwordMatch')
          : undefined,
    }),
    failure: { verb: 'update', entity: t('security:passwordEntity') },
    submit: async (body) => {
      const { endedSessions } = await call(changePassword, { body, idempotencyKey: keyFor(body) });
      // Changing the password ends the person's other sessions, which the same page lists.
      void queryClient.invalidateQueries({ queryKey: ['account'] });
      toast(
        'success',
        endedSessions === 0 ? t('security:passwordChanged') : t('security:passwordChanged', { count: endedSessions }),
        {
          scope: 'global',
        },
      );
    },
    onSaved: onChanged,
  });
  return (
    <form
      ref={form.formRef}
      onSubmit={form.onSubmit}
      noValidate
      className={classes.form}
      aria-label={t('security:changePassword')}
    >
      {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
      <PasswordField
        {...form.field('currentPassword')}
        label={t('security:currentPassword')}
        autoComplete="current-password"
      />
      <NewPasswordFields
        password={{ ...form.field('newPassword'), label: t('auth:newPassword'), help: t('auth:newPasswordHelp') }}
        repeat={{ ...form.field('repeat'), label: t('auth:repeatPassword') }}
      />
      <div className={classes.end}>
        <span className="quiet">{t('security:changePasswordHint')}</span>
        <Button type="submit" loading={form.isSaving}>
          {t('security:changePassword')}
        </Button>
      </div>
    </form>
  );
}
