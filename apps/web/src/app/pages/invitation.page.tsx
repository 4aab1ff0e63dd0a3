import { Button, Skeleton } from '@mantine/core';
import { newPassword } from '@quayside/contracts/accounts/accounts';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { answerInvitation, readInvitation } from '@quayside/contracts/accounts/people';
import { INVITATION_ACTIONS } from '@quayside/contracts/accounts/users';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { NewPasswordFields } from '../../components/form/fields.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { RefusalNote } from '../../components/ui/refusal-note.tsx';
import { ErrorState, Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { showDrawerToNewcomer } from '../../lib/kept/kept-state.ts';
import { invitationOf, paths } from '../../lib/paths.ts';
import { signIn, useSession } from '../../lib/session/session.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import { AuthFrame } from './auth-frame.tsx';
import { NotFoundPage } from './not-found.page.tsx';
import classes from './pages.module.css';

type Invitation = ResponseOf<typeof readInvitation>;
interface LinkProps {
  readonly link: { readonly userId: string; readonly accountId: string; readonly verificationToken: string };
  readonly invitation: Invitation;
}

/**
 * The page that an invitation link opens for a person without a password. It shows who invites them to which account.
 * They accept by choosing a first password, or reject.
 */
export function InvitationPage() {
  const t = useT();
  const { userId = '', accountId = '', verificationToken = '', invitationAction = '' } = useParams();
  const link = { userId, accountId, verificationToken };
  const query = useQuery({
    queryKey: ['invitation', userId, accountId, verificationToken],
    queryFn: ({ signal }) => call(readInvitation, { params: link, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const action = INVITATION_ACTIONS.find((known) => known === invitationAction.toUpperCase());
  if (!action) return <NotFoundPage isAlone />;
  const invitation = query.data;
  if (query.isError) return <Dead error={query.error} onRetry={() => void query.refetch()} />;
  if (!invitation)
    return (
      <AuthFrame title={t('people:invitation.loading')}>
        <div role="status" aria-label={t('people:invitation.loading')} aria-busy className={classes.authFields}>
          <Skeleton height={32} />
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      </AuthFrame>
    );
  if (action === 'REJECT') return <Reject link={link} invitation={invitation} />;
  return invitation.needsSignIn ? (
    <SignInFirst link={link} invitation={invitation} />
  ) : (
    <Accept link={link} invitation={invitation} />
  );
}

function Frame({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <AuthFrame title={title}>
      <h1>{title}</h1>
      {lead && <p className={classes.authLead}>{lead}</p>}
      {children}
    </AuthFrame>
  );
}

/** Shown when the link was already used, has expired, was revoked or is malformed. */
function Dead({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const isRefused = isApiError(error) && (error.status === 422 || error.status === 404);
  return (
    <Frame title={t('people:invitation.deadTitle')} lead={t('people:invitation.deadLead')}>
      <div className={classes.authFields}>
        {isRefused ? (
          <Note tone="warning" role="alert">
            {error.status === 404 ? t('people:invitation.unknown') : error.message}
          </Note>
        ) : (
          <ErrorState error={error} record={t('people:invite.entity')} onRetry={onRetry} />
        )}
        <Button component={Link} to={paths.login()} size="lg" fullWidth>
          {t('people:invitation.toSignIn')}
        </Button>
      </div>
    </Frame>
  );
}

function useWords({ accountName: account, invitedBy: inviter, roles }: Invitation) {
  const t = useT();
  const role = t(
    `people:invitation.as.${roles.includes('sv-account-admin') ? 'sv-account-admin' : 'sv-account-viewer'}`,
  );
  return inviter
    ? t('people:invitation.acceptLead', { inviter, account, role })
    : t('people:invitation.acceptLeadNobody', { account, role });
}

function SignInFirst({ link: { userId, accountId }, invitation }: LinkProps) {
  const t = useT();
  const { accountName: account, email } = invitation;
  return (
    <Frame title={t('people:invitation.signInTitle')} lead={t('people:invitation.signInLead', { account, email })}>
      <Button
        component={Link}
        to={paths.invitationOfUser(userId, accountId, 'ACCEPT')}
        variant="filled"
        size="lg"
        fullWidth
      >
        {t('people:invitation.signIn')}
      </Button>
    </Frame>
  );
}

const passwordSchema = z.strictObject({ password: newPassword });

function Accept({ link, invitation }: LinkProps) {
  const t = useT();
  const navigate = useNavigate();
  const words = useWords(invitation);
  const isSignedIn = useSession() !== undefined;
  const { accountName: account, email } = invitation;
  const form = useAppForm({
    schema: passwordSchema,
    initial: { password: '', repeat: '' },
    local: ['repeat'],
    check: (values) => ({
      repeat:
        values.password !== '' && values.repeat !== values.password ? t('accounts:register.passwordMatch') : undefined,
    }),
    failure: null,
    submit: async ({ password }) => {
      const { userId, accountId, verificationToken } = link;
      await call(answerInvitation, {
        params: { userId, accountId },
        body: { invitationAction: 'ACCEPT', verificationToken, password },
      });
      showDrawerToNewcomer();
      // The invitation is already accepted. If sign-in fails here, show the sign-in page.
      await signIn(email, password).catch(() => undefined);
    },
    onSaved: () => void navigate(paths.home(), { replace: true }),
  });
  return (
    <AuthFrame title={t('people:invitation.acceptTitle', { account })}>
      <form ref={form.formRef} onSubmit={form.onSubmit} noValidate aria-labelledby="invitation">
        <h1 id="invitation">{t('people:invitation.acceptTitle', { account })}</h1>
        <p className={classes.authLead}>
          {words} {t('people:invitation.forAddress', { email })}
        </p>
        <div className={classes.authFields}>
          {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
          {isSignedIn && (
            <Note tone="info" icon={IconInfoCircle}>
              {t('people:invitation.otherSession', { email })}
            </Note>
          )}
          <NewPasswordFields
            password={{
              ...form.field('password'),
              label: t('people:invitation.password'),
              help: t('accounts:register.passwordHelp'),
              autoFocus: true,
            }}
            repeat={{ ...form.field('repeat'), label: t('people:invitation.repeat') }}
          />
          <Button type="submit" variant="filled" size="lg" fullWidth mt={6} loading={form.isSaving}>
            {t('people:invitation.accept')}
          </Button>
          <Button
            component={Link}
            to={paths.invitation(link.userId, link.accountId, link.verificationToken, 'REJECT')}
            variant="subtle"
            replace
          >
            {t('people:invitation.rejectInstead')}
          </Button>
        </div>
      </form>
    </AuthFrame>
  );
}

function Reject({ link, invitation }: LinkProps) {
  const t = useT();
  const words = useWords(invitation);
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked');
  const [failure, setFailure] = useState<string>();
  const { userId, accountId, verificationToken } = link;
  const account = invitation.accountName;
  const reject = async () => {
    setState('busy');
    setFailure(undefined);
    try {
      await call(answerInvitation, {
        params: { userId, accountId },
        body: { invitationAction: 'REJECT', verificationToken },
      });
      setState('done');
    } catch (error) {
      setFailure(failureText(error));
      setState('asked');
    }
  };
  if (state === 'done')
    return (
      <Frame title={t('people:invitation.rejectedTitle')} lead={t('people:invitation.rejectedLead', { account })} />
    );
  return (
    <Frame
      title={t('people:invitation.rejectTitle', { account })}
      lead={`${words} ${t('people:invitation.rejectLead')}`}
    >
      <div className={classes.authFields}>
        {failure && (
          <Note tone="danger" role="alert">
            {failure}
          </Note>
        )}
        <Button
          variant="filled"
          color="danger"
          size="lg"
          fullWidth
          loading={state === 'busy'}
          onClick={() => void reject()}
        >
          {t('people:invitation.reject')}
        </Button>
        <Button
          component={Link}
          to={paths.invitation(userId, accountId, verificationToken, 'ACCEPT')}
          variant="subtle"
          replace
        >
          {t('people:invitation.acceptInstead')}
        </Button>
      </div>
    </Frame>
  );
}

/** Redirects the invitation URLs of earlier mails, /invite/… and /login/invite/…, to the current ones. */
export function OldInvitationPath() {
  const to = invitationOf(useParams()['*'] ?? '');
  return to === undefined ? <NotFoundPage isAlone /> : <Navigate to={to} replace />;
}
