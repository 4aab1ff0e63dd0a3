import { Button } from '@mantine/core';
import { authenticate, demoStatus } from '@quayside/contracts/accounts/accounts';
import { confirmSecondFactor } from '@quayside/contracts/accounts/second-factor';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { CodeField, PasswordField, TextField } from '../../components/form/fields.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { RefusalNote } from '../../components/ui/refusal-note.tsx';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { ApiError, hasCode, isApiError } from '../../lib/errors/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { paths, safeRedirect } from '../../lib/paths.ts';
import { signIn, signInToDemo, useSession } from '../../lib/session/session.ts';
import { session } from '../../lib/session/session-store.ts';
import { useWrite } from '../../lib/api/write.ts';
import { AuthFrame } from './auth-frame.tsx';
import classes from './pages.module.css';

/** The sign-in page. */
export function LoginPage() {
  const t = useT();
  const [params] = useSearchParams();
  const held = useSession();
  const back = safeRedirect(params.get('redirect'));
  const [isCodeAsked, setCodeAsked] = useState(false);
  if (held && session.isLive()) return <Navigate to={back} replace />;
  return (
    <AuthFrame title={t('accounts:signIn.title')}>
      <SignInForm isReturning={back !== '/'} onCodeAsked={setCodeAsked} />
      {!isCodeAsked && <DemoButtons />}
    </AuthFrame>
  );
}

/**
 * The form that asks for e-mail address and password, then for the code if the person has a second factor. The page
 * that renders the form decides what happens after the sign-in.
 */
export function SignInForm({
  isReturning,
  onCodeAsked,
  userName,
}: {
  isReturning: boolean;
  onCodeAsked?: (isAsked: boolean) => void;
  /** The person who signs in again over a page. Links that would leave the page are not shown then. */
  userName?: string;
}) {
  // The typed e-mail address and password. They are kept only in memory, because the second step sends them again.
  const [typed, setTyped] = useState<{ readonly userName: string; readonly password: string }>();
  const show = (next: typeof typed) => {
    setTyped(next);
    onCodeAsked?.(next !== undefined);
  };
  return typed ? (
    <CodeForm {...typed} onBack={() => show(undefined)} />
  ) : (
    <PasswordForm isReturning={isReturning} onCode={show} userName={userName} />
  );
}

/** The second step: sends the password again, with the code. */
function CodeForm({ userName, password, onBack }: { userName: string; password: string; onBack: () => void }) {
  const t = useT();
  const [isRecovery, setRecovery] = useState(false);
  const form = useAppForm({
    schema: confirmSecondFactor.body,
    initial: { code: '' },
    failure: null,
    submit: ({ code }) => signIn(userName, password, code),
  });
  return (
    <form ref={form.formRef} onSubmit={form.onSubmit} noValidate aria-labelledby="sign-in-code">
      <h1 id="sign-in-code">{t('auth:signInCode.title')}</h1>
      <p className={classes.authLead}>{isRecovery ? t('auth:signInCode.recoveryLead') : t('auth:signInCode.lead')}</p>
      <div className={classes.authFields}>
        {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
        <CodeField
          key={String(isRecovery)}
          {...form.field('code')}
          label={isRecovery ? t('auth:signInCode.recovery') : t('auth:signInCode.code')}
          isRecovery={isRecovery}
          autoFocus
        />
        <Button type="submit" variant="filled" size="lg" fullWidth mt={6} loading={form.isSaving}>
          {t('accounts:signIn.submit')}
        </Button>
        <Button variant="subtle" onClick={() => (form.discard(), setRecovery(!isRecovery))}>
          {isRecovery ? t('auth:signInCode.useApp') : t('auth:signInCode.useRecovery')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t('auth:signInCode.back')}
        </Button>
      </div>
      {isRecovery && <p className={classes.authHint}>{t('auth:signInCode.lost')}</p>}
    </form>
  );
}

function PasswordForm({
  isReturning,
  onCode,
  userName,
}: {
  isReturning: boolean;
  userName: string | undefined;
  onCode: (typed: { userName: string; password: string }) => void;
}) {
  const t = useT();
  const form = useAppForm({
    schema: authenticate.body,
    initial: { userName: userName ?? '', password: '' },
    failure: null,
    submit: async ({ userName, password }) => {
      try {
        await signIn(userName, password);
      } catch (error) {
        if (hasCode(error, 'second_factor_required')) return onCode({ userName, password });
        // The specification defines the text for wrong credentials. For other refusals, such as "not activated", the
        // form shows the server's message.
        if (isApiError(error) && error.code === 'wrong_credentials')
          throw new ApiError({ status: error.status, code: error.code, message: t('errors:wrongCredentials') });
        throw error;
      }
    },
  });
  const reason = session.endReason();
  const notice =
    reason === 'ended'
      ? t('errors:sessionEnded')
      : reason === 'expired'
        ? t('errors:sessionExpired')
        : reason === 'gone'
          ? t('errors:tokenGone')
          : reason === 'unauthorised'
            ? t('errors:unauthorised')
            : undefined;
  return (
    <form ref={form.formRef} onSubmit={form.onSubmit} noValidate aria-labelledby="sign-in">
      {userName === undefined ? (
        <>
          <h1 id="sign-in">{t('accounts:signIn.title')}</h1>
          <p className={classes.authLead}>
            {t('accounts:signIn.newHere')} <Link to={paths.register()}>{t('accounts:signIn.startTrial')}</Link>
            {t('accounts:signIn.noCard')}
          </p>
        </>
      ) : (
        <p className={classes.authLead} id="sign-in">
          {t('accounts:signInAgain.lead')}
        </p>
      )}
      <div className={classes.authFields}>
        {form.failure ? (
          <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>
        ) : (
          notice && (
            <Note tone="info" icon={IconInfoCircle} role="status">
              {notice}
            </Note>
          )
        )}
        <TextField
          {...form.field('userName')}
          label={t('accounts:signIn.email')}
          type="email"
          autoComplete="username"
          readOnly={userName !== undefined}
          autoFocus={userName === undefined}
        />
        <PasswordField
          {...form.field('password')}
          label={t('accounts:signIn.password')}
          autoComplete="current-password"
          autoFocus={userName !== undefined}
        />
        {userName === undefined && (
          <Link className={classes.forgotten} to={paths.loginReset()}>
            {t('auth:forgotten.link')}
          </Link>
        )}
        <Button type="submit" variant="filled" size="lg" fullWidth mt={6} loading={form.isSaving}>
          {t('accounts:signIn.submit')}
        </Button>
      </div>
      {isReturning && <p className={classes.authHint}>{t('accounts:signIn.returnTo')}</p>}
    </form>
  );
}

function DemoButtons() {
  const t = useT();
  const isAvailable =
    useQuery({
      queryKey: ['demo'],
      queryFn: ({ signal }) => call(demoStatus, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }).data?.available === true;
  const open = useWrite({ send: (as: 'admin' | 'viewer') => signInToDemo(as) });
  const busy = open.isPending ? open.variables : undefined;
  if (!isAvailable) return null;
  return (
    <div className={classes.demo}>
      {open.problem && (
        <Note tone="danger" role="alert">
          {open.problem}
        </Note>
      )}
      <Button size="lg" fullWidth loading={busy === 'admin'} onClick={() => open.mutate('admin')}>
        {t('accounts:signIn.openDemo')}
      </Button>
      <Button size="xs" variant="subtle" loading={busy === 'viewer'} onClick={() => open.mutate('viewer')}>
        {t('accounts:signIn.openDemoViewer')}
      </Button>
      <p className="quiet">{t('accounts:signIn.demoHint')}</p>
    </div>
  );
}
