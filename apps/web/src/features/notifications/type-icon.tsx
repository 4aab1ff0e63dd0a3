import type { NotificationType } from '@quayside/domain/lists';
import { useT } from '../../i18n/i18n.ts';
import { LOOKS } from './look.ts';
import classes from './notifications.module.css';

/**
 * The icon on the left of a notification. Its shape and colour show the type, and it has a label for screen readers.
 */
export function TypeIcon({ type }: { type: NotificationType }) {
  const t = useT();
  const { icon: Icon, tone } = LOOKS[type];
  return (
    <span className={classes.tile} data-tone={tone} role="img" aria-label={t(`notifications:types.${type}`)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
