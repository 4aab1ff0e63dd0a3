import { Button } from '@mantine/core';
import { IconHourglassEmpty, IconLifebuoy, IconLogout } from '@tabler/icons-react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useInstallation } from '../../lib/installation.ts';
import { signOut } from '../../lib/session.ts';

/** Where an account with an ended tier is led. */
export function TrialExpiredPage() {
  const t = useT();
  const support = useInstallation()?.supportEmail;
  return (
    <PageFrame title={t('shell:trialExpired.title')}>
      <EmptyState
        icon={IconHourglassEmpty}
        title={t('shell:trialExpired.title')}
        actions={
          <>
            {support && (
              <Button component="a" href={`mailto:${support}`} variant="filled" leftSection={<IconLifebuoy size={16} stroke={1.75} aria-hidden />}>
                {t('shell:support')}
              </Button>
            )}
            <ActionButton icon={IconLogout} onClick={() => void signOut()}>
              {t('shell:signOut')}
            </ActionButton>
          </>
        }
      >
        {t('shell:trialExpired.body')}
      </EmptyState>
    </PageFrame>
  );
}
