import { IconAlertTriangle, IconCheck, IconLoader2 } from '@tabler/icons-react';
import { useT } from '../../i18n/i18n.ts';
import { formatClock, formatRelative } from '../../lib/words/format.ts';
import type { SaveState } from '../../lib/editing/save-queue.ts';
import classes from './saved-mark.module.css';

const DAY_MS = 86_400_000;

interface SavedMarkProps {
  readonly save: SaveState;
  /** The number of fields with errors. */
  readonly problems: number;
  /** When the record was last stored, if it was not stored here. */
  readonly updatedAt: string;
  readonly onTry: () => void;
}

/**
 * Shows the state of saving: "Saved 10:41", "Not saved, trying again" with a button, or the number of fields with
 * errors.
 */
export function SavedMark({ save, problems, updatedAt, onTry }: SavedMarkProps) {
  const t = useT();
  if (save.isFailing) {
    return (
      <span className={classes.mark} data-tone="danger" role="status">
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        {t('notSaved')}
        <button type="button" className={classes.again} onClick={onTry}>
          {t('tryNow')}
        </button>
      </span>
    );
  }
  if (problems > 0) {
    return (
      <span className={classes.mark} data-tone="danger" role="status">
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        {t('records:saveProblems', { count: problems })}
      </span>
    );
  }
  const at = save.savedAt ?? Date.parse(updatedAt);
  const isToday = Date.now() - at < DAY_MS;
  return (
    <span className={classes.mark} role="status">
      {save.isSaving ? (
        <IconLoader2 size={14} stroke={2} aria-hidden />
      ) : (
        <IconCheck size={14} stroke={2} aria-hidden />
      )}
      {save.isSaving ? t('saving') : t('savedAt', { time: isToday ? formatClock(at) : formatRelative(updatedAt) })}
    </span>
  );
}
