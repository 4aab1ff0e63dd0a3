import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconHourglassEmpty, IconHome, IconLifebuoy, IconLogout } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { EmptyState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { meQuery } from '../../lib/session/account.ts';
import { useInstallation } from '../../lib/installation.ts';
import { paths } from '../../lib/paths.ts';
import { signOut } from '../../lib/session/session.ts';
import classes from './pages.module.css';

/**
 * The page that accounts with an expired tier see in place of other screens. Everybody can open its address, so it says
 * when nothing has ended.
 */
export function TrialExpiredPage() {
  const t = useT();
  const support = useInstallation()?.supportEmail;
  const hasEnded = useQuery(meQuery()).data?.isTierExpired !== false;
  const title = t(hasEnded ? 'shell:trialExpired.title' : 'shell:trialExpired.notEnded');
  useEffect(() => {
    document.title = `${title} · ${t('productName')}`;
  }, [title, t]);
  return (
    <div className={classes.centre}>
      <EmptyState
        icon={hasEnded ? IconHourglassEmpty : IconCircleCheck}
        isPage
        title={title}
        actions={
          <>
            {!hasEnded && (
              <ActionButton icon={IconHome} variant="filled" to={paths.home()}>
                {t('shell:goHome')}
              </ActionButton>
            )}
            {hasEnded && support && (
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
        {t(hasEnded ? 'shell:trialExpired.body' : 'shell:trialExpired.notEndedBody')}
      </EmptyState>
    </div>
  );
}
