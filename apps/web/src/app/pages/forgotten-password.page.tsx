import { Button } from '@mantine/core';
import { forgottenPassword } from '@quayside/contracts/accounts/auth';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { TextField } from '../../components/form/fields.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { RefusalNote } from '../../components/ui/refusal-note.tsx';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import classes from './pages.module.css';

/**
 * Requests a password reset for an e-mail address. The message afterwards is the same whether or not a person with this
 * address exists, so that nobody can probe for accounts.
 */
export function ForgottenPasswordPage() {
  const t = useT();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <AuthFrame title={t('auth:forgotten.title')}>
      {sentTo === undefined ? (
        <AskForm onSent={setSentTo} />
      ) : (
        <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />
      )}
    </AuthFrame>
  );
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useT();
  const form = useAppForm({
    schema: forgottenPassword.body,
    initial: { email: '' },
    failure: null,
    submit: async (body) => {
      await call(forgottenPassword, { body });
      onSent(body.email);
    },
  });
  return (
    <form ref={form.formRef} onSubmit={form.onSubmit} noValidate aria-labelledby="forgotten">
      <h1 id="forgotten">{t('auth:forgotten.title')}</h1>
      <p className={classes.authLead}>{t('auth:forgotten.lead')}</p>
      <div className={classes.authFields}>
        {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
        <TextField {...form.field('email')} label={t('auth:email')} type="email" autoComplete="username" autoFocus />
        <Button type="submit" variant="filled" size="lg" fullWidth mt={6} loading={form.isSaving}>
          {t('auth:forgotten.submit')}
        </Button>
      </div>
      <p className={classes.authHint}>
        {t('auth:forgotten.remembered')} <Link to={paths.login()}>{t('auth:toSignIn')}</Link>
      </p>
    </form>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status">
      <h1 ref={heading} tabIndex={-1} className={classes.authResult}>
        {t('auth:forgotten.sentTitle')}
      </h1>
      <p className={classes.authLead}>{t('auth:forgotten.sent', { email })}</p>
      <p className={classes.authLead}>{t('auth:forgotten.sentHint')}</p>
      <div className={classes.authFields}>
        <Button component={Link} to={paths.login()} variant="filled" size="lg" fullWidth>
          {t('auth:toSignIn')}
        </Button>
        <Button variant="subtle" onClick={onAgain}>
          {t('auth:forgotten.another')}
        </Button>
      </div>
    </div>
  );
}
