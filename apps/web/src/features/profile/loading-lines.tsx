import { Skeleton } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import classes from './profile.module.css';

/** A placeholder for a card while its data loads. */
export function LoadingLines() {
  const t = useT();
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      <Skeleton height={14} width="30%" />
      <Skeleton height={32} />
      <Skeleton height={32} />
    </div>
  );
}
