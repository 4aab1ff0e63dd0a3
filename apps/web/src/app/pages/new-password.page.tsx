import { Button } from '@mantine/core';
import { resetForgottenPassword } from '@quayside/contracts/accounts/auth';
import { useState } from 'react';
import { useParams } from 'react-router';
import { NewPasswordFields } from '../../components/form/fields.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { RefusalNote } from '../../components/ui/refusal-note.tsx';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session/session-store.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthMessage } from './auth-message.tsx';
import { failureWords, type LinkFailure, linkFailureOf } from './link-failure.ts';
import classes from './pages.module.css';

const passwordOnly = resetForgottenPassword.body?.pick({ password: true });

/** The page that a password reset link opens. */
export function NewPasswordPage() {
  const t = useT();
  const { userId = '', verificationToken = '' } = useParams();
  const [result, setResult] = useState<'done' | LinkFailure>();
  const hint = t('auth:failed.resetHint');
  return (
    <AuthFrame title={t('security:choose.title')}>
      {result === undefined ? (
        <ChooseForm userId={userId} verificationToken={verificationToken} onResult={setResult} />
      ) : result === 'done' ? (
        <AuthMessage
          title={t('security:choose.doneTitle')}
          text={t('security:choose.done')}
          action={{ label: t('auth:toSignIn'), to: paths.login() }}
        />
      ) : (
        <AuthMessage
          {...failureWords(t, result, { used: hint, expired: hint })}
          action={{ label: t('auth:askAgain'), to: paths.loginReset() }}
        />
      )}
    </AuthFrame>
  );
}

interface ChooseProps {
  readonly userId: string;
  readonly verificationToken: string;
  readonly onResult: (result: 'done' | LinkFailure) => void;
}
function ChooseForm({ userId, verificationToken, onResult }: ChooseProps) {
  const t = useT();
  const form = useAppForm({
    schema: passwordOnly,
    initial: { password: '', repeat: '' },
    local: ['repeat'],
    check: (values) => ({
      repeat:
        values.password !== '' && values.repeat !== values.password ? t('accounts:register.passwordMatch') : undefined,
    }),
    failure: null,
    submit: async ({ password }) => {
      try {
        await call(resetForgottenPassword, { params: { userId }, body: { password, verificationToken, userId } });
      } catch (error) {
        const failure = linkFailureOf(error);
        if (!failure) throw error;
        onResult(failure);
        return;
      }
      // The password reset has ended all sessions of the person, including the one in this browser.
      if (session.get()?.userId === userId) session.end('signedOut');
      onResult('done');
    },
  });
  return (
    <form ref={form.formRef} onSubmit={form.onSubmit} noValidate aria-labelledby="choose">
      <h1 id="choose">{t('security:choose.title')}</h1>
      <p className={classes.authLead}>{t('security:choose.lead')}</p>
      <div className={classes.authFields}>
        {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
        <NewPasswordFields
          password={{
            ...form.field('password'),
            label: t('auth:newPassword'),
            help: t('auth:newPasswordHelp'),
            autoFocus: true,
          }}
          repeat={{ ...form.field('repeat'), label: t('auth:repeatPassword') }}
        />
        <Button type="submit" variant="filled" size="lg" fullWidth mt={6} loading={form.isSaving}>
          {t('security:choose.submit')}
        </Button>
      </div>
    </form>
  );
}
