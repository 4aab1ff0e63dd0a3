import { Button } from '@mantine/core';
import { IconHourglassEmpty, IconLifebuoy, IconLogout } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { EmptyState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useInstallation } from '../../lib/installation.ts';
import { signOut } from '../../lib/session.ts';
import classes from './pages.module.css';

/** The page that accounts with an expired tier see in place of other screens. */
export function TrialExpiredPage() {
  const t = useT();
  const support = useInstallation()?.supportEmail;
  const title = t('shell:trialExpired.title');
  useEffect(() => {
    document.title = `${title} · ${t('productName')}`;
  }, [title, t]);
  return (
    <div className={classes.centre}>
      <EmptyState
        icon={IconHourglassEmpty}
        isPage
        title={title}
        actions={
          <>
            {support && (
              <Button
                component="a"
                href={`mailto:${support}`}
                variant="filled"
                leftSection={<IconLifebuoy size={16} stroke={1.75} aria-hidden />}
              >
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
    </div>
  );
}
