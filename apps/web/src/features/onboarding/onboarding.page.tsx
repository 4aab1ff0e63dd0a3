import { IconCircleCheck, IconUsers } from '@tabler/icons-react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useRoles } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import classes from './onboarding.module.css';
import { StepList } from './step-list.tsx';
import { useOnboarding } from './use-onboarding.ts';

/** The page with the first steps of a new account. Viewers have nothing to set up. */
export function OnboardingPage() {
  const t = useT();
  const { isAdmin } = useRoles();
  const home = <ActionButton to={paths.home()}>{t('shell:goHome')}</ActionButton>;
  return (
    <PageFrame title={t('onboarding:title')}>
      {isAdmin ? (
        <Steps home={home} />
      ) : (
        <Card flush>
          <EmptyState icon={IconUsers} title={t('onboarding:viewerTitle')} actions={home}>
            {t('onboarding:viewerBody')}
          </EmptyState>
        </Card>
      )}
    </PageFrame>
  );
}

function Steps({ home }: { home: React.ReactNode }) {
  const t = useT();
  const { onboarding, error, retry } = useOnboarding();
  if (error) return <ErrorState error={error} record={t('onboarding:entity')} onRetry={retry} />;
  if (!onboarding) return <p role="status">{t('loading')}</p>;
  return (
    <div className={classes.page}>
      {onboarding.isDone && (
        <Card flush>
          <EmptyState icon={IconCircleCheck} title={t('onboarding:doneTitle')} actions={home}>
            {t('onboarding:doneBody')}
          </EmptyState>
        </Card>
      )}
      <Card
        title={t('onboarding:stepsTitle')}
        hint={t('onboarding:progress', { done: onboarding.doneCount, of: onboarding.steps.length })}
        flush
      >
        <StepList onboarding={onboarding} />
      </Card>
    </div>
  );
}
