import type { NotificationType } from '@quayside/domain/lists';
import { useT } from '../../i18n/i18n.ts';
import { LOOKS } from './look.ts';
import classes from './notifications.module.css';

/** The tile at the left of a notification: its type as icon and colour, with a label for screen readers. */
export function TypeIcon({ type }: { type: NotificationType }) {
  const t = useT();
  const { icon: Icon, tone } = LOOKS[type];
  return (
    <span className={classes.tile} data-tone={tone} role="img" aria-label={t(`notifications:types.${type}`)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
