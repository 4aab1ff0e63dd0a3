import { IconCheck } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { setOnboarding } from '../../lib/kept/kept-state.ts';
import classes from './onboarding.module.css';
import type { Onboarding } from './use-onboarding.ts';

/** The list of steps. Finished steps have a tick, and the current step explains its purpose. */
export function StepList({ onboarding: { steps, at } }: { onboarding: Onboarding }) {
  const t = useT();
  return (
    <ol className={classes.steps}>
      {steps.map(({ key, number, to, isDone }, index) => (
        <li
          key={key}
          className={classes.step}
          data-done={isDone || undefined}
          aria-current={number === at ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden>
            {isDone ? <IconCheck size={14} stroke={2} /> : index + 1}
          </span>
          <div className={classes.words}>
            <p className={classes.name}>
              {t(`onboarding:steps.${key}`)}
              {isDone && <VisuallyHidden>: {t('onboarding:done')}</VisuallyHidden>}
            </p>
            {!isDone && <p className="quiet">{t(`onboarding:why.${key}`)}</p>}
          </div>
          {!isDone && (
            <span onClickCapture={() => setOnboarding({ step: number })}>
              <ActionButton size="xs" to={to} {...(number === at && { variant: 'filled' })}>
                {t(`onboarding:go.${key}`)}
              </ActionButton>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
