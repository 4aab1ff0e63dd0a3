import { INVITATION_ACTIONS } from '@quayside/contracts/accounts/users';
import { IconMailCheck, IconMailX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { EmptyState, Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { signOut, useSession } from '../../lib/session/session.ts';
import { session } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { type Answered, answerInvitation } from '../shell/switch-account.ts';
import { Splash } from '../shell/splash.tsx';
import { useSwitchParts } from '../shell/switch-parts.ts';
import { AuthFrame } from './auth-frame.tsx';
import { SignInForm } from './login.page.tsx';
import { NotFoundPage } from './not-found.page.tsx';

/**
 * The page that an invitation link opens for a person who already has a password. They sign in, then accept or reject
 * the invitation.
 */
export function InvitationLinkPage() {
  const t = useT();
  const { userId = '', accountId = '', invitationAction = '' } = useParams();
  const held = useSession();
  const action = INVITATION_ACTIONS.find((one) => one === invitationAction.toUpperCase());
  if (!action) return <NotFoundPage isAlone />;
  if (!held || !session.isLive())
    return (
      <AuthFrame title={t('switcher:invitation.linkTitle')}>
        <Note tone="info" role="status">
          {t('switcher:invitation.signInFirst')}
        </Note>
        <SignInForm isReturning={false} />
      </AuthFrame>
    );
  if (held.userId !== userId.toLowerCase()) return <OtherPerson />;
  return <Answer key={`${accountId}.${action}`} accountId={accountId} action={action} />;
}

function Answer({ accountId, action }: { accountId: string; action: 'ACCEPT' | 'REJECT' }) {
  const t = useT();
  const parts = useSwitchParts();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Answered>();
  const isAsked = useRef(false);
  useEffect(() => {
    // Send the answer only once, even if React runs the effect twice.
    if (isAsked.current) return;
    isAsked.current = true;
    void answerInvitation(accountId, action, 'dialog', parts).then((answered) => {
      setOutcome(answered);
      if (answered !== 'rejected') return;
      toast('info', t('switcher:invitation.rejected'), { scope: 'global' });
      void navigate(paths.home(), { replace: true });
    });
  }, [accountId, action, parts, navigate, t]);
  if (outcome !== 'unverified' && outcome !== 'failed' && outcome !== 'accepted') return <Splash />;
  return (
    <AuthFrame title={t('switcher:invitation.linkTitle')}>
      <EmptyState
        icon={outcome === 'accepted' ? IconMailCheck : IconMailX}
        isPage
        title={t('switcher:invitation.linkTitle')}
        actions={
          <ActionButton variant="filled" to={paths.home()}>
            {t('shell:goHome')}
          </ActionButton>
        }
      >
        {t(`switcher:invitation.${outcome === 'accepted' ? 'acceptedElsewhere' : outcome}`)}
      </EmptyState>
    </AuthFrame>
  );
}

/** Shown when the signed-in person is not the invited one. The invitation is not changed. */
function OtherPerson() {
  const t = useT();
  return (
    <AuthFrame title={t('switcher:invitation.linkTitle')}>
      <EmptyState
        icon={IconMailX}
        isPage
        title={t('switcher:invitation.otherTitle')}
        actions={
          <>
            <ActionButton variant="filled" to={paths.home()}>
              {t('shell:goHome')}
            </ActionButton>
            <ActionButton onClick={() => void signOut()}>{t('switcher:invitation.otherSignOut')}</ActionButton>
          </>
        }
      >
        {t('switcher:invitation.other')}
      </EmptyState>
    </AuthFrame>
  );
}
