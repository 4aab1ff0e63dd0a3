import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useRoles } from '../../lib/session/account.ts';
import { setOnboarding, useAppState } from '../../lib/kept/kept-state.ts';
import classes from './onboarding.module.css';
import { StepList } from './step-list.tsx';
import { useOnboarding } from './use-onboarding.ts';

/**
 * The card with the first steps. Admins see the card on the dashboard until all steps are done or they close it. A
 * minimised card has one line.
 */
export function OnboardingCard() {
  const { isAdmin } = useRoles();
  const isShown = useAppState((state) => state.onboarding.shown);
  return isAdmin && isShown ? <Shown /> : null;
}

function Shown() {
  const t = useT();
  const { onboarding } = useOnboarding();
  const isMinimised = useAppState((state) => state.onboarding.minimised);
  const buttons = useRef<HTMLSpanElement>(null);
  // Render nothing while loading or after an error, because the dashboard itself reports errors.
  if (!onboarding || onboarding.isDone) return null;
  const next = onboarding.steps.find(({ number }) => number === onboarding.at);
  const fold = (minimised: boolean) => setOnboarding({ minimised });
  return (
    <Card
      title={t('onboarding:title')}
      hint={t('onboarding:progress', { done: onboarding.doneCount, of: onboarding.steps.length })}
      end={
        <span ref={buttons} className={classes.buttons}>
          {isMinimised && next && (
            <Link to={next.to} className={classes.next}>
              {t('onboarding:next', { step: t(`onboarding:steps.${next.key}`) })}
            </Link>
          )}
          <IconButton
            icon={isMinimised ? IconChevronDown : IconChevronUp}
            label={t(isMinimised ? 'onboarding:expand' : 'onboarding:minimise')}
            onClick={() => fold(!isMinimised)}
          />
          <IconButton icon={IconX} label={t('onboarding:close')} onClick={() => setOnboarding({ shown: false })} />
        </span>
      }
      flush
    >
      {!isMinimised && <StepList onboarding={onboarding} />}
    </Card>
  );
}
