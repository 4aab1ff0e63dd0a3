import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { ErrorState } from '../../components/ui/states.tsx';
import { LogoMark } from './logo.tsx';
import classes from './shell.module.css';

/** Shown until the person is loaded, after a short delay so that it does not flash. */
export function Splash({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const t = useT();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 400);
    return () => clearTimeout(timer);
  }, []);
  if (!error && !isLate) return null;
  return (
    <div className={classes.splash} role="status" aria-label={t('shell:starting')}>
      <LogoMark size={44} />
      {error ? (
        <ErrorState error={error} record={t('shell:startEntity')} {...(onRetry ? { onRetry } : {})} />
      ) : (
        <Loader size={20} type="dots" color="var(--q-accent)" />
      )}
    </div>
  );
}
