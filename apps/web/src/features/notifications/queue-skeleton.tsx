import { Skeleton } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import classes from './notifications.module.css';

/** Placeholders shown while notifications load. */
export function QueueSkeleton({ rows = 4 }: { rows?: number }) {
  const t = useT();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('notifications:loading')} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.skeletonRow}>
          <Skeleton height={30} width={30} radius={8} />
          <div>
            <Skeleton height={12} width="55%" />
            <Skeleton height={10} width="85%" mt={8} />
          </div>
        </div>
      ))}
    </div>
  );
}
