import { IconHourglassEmpty, IconLogout } from '@tabler/icons-react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { signOut } from '../../lib/session.ts';

/** Where an account with an ended tier is led. */
export function TrialExpiredPage() {
  const t = useT();
  return (
    <PageFrame title={t('shell:trialExpired.title')}>
      <EmptyState
        icon={IconHourglassEmpty}
        title={t('shell:trialExpired.title')}
        actions={
          <ActionButton icon={IconLogout} onClick={() => void signOut()}>
            {t('shell:signOut')}
          </ActionButton>
        }
      >
        {t('shell:trialExpired.body')}
      </EmptyState>
    </PageFrame>
  );
}
