import { IconAlertTriangle, IconCheck, IconLoader2 } from '@tabler/icons-react';
import { useT } from '../../../i18n/i18n.ts';
import { formatClock, formatRelative } from '../../../lib/format.ts';
import { countProblems } from '../editor/editor-state.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from '../invoices.module.css';

const DAY_MS = 86_400_000;

/**
 * Shows the state of saving: "Saved 10:41", "Not saved, trying again" with a button, or the number of fields with
 * errors.
 */
export function SavedMark() {
  const t = useT();
  const editor = useEditor();
  const save = useEdited((state) => state.save);
  const problems = useEdited(countProblems);
  const updatedAt = useEdited((state) => state.invoice.updatedAt);
  if (save.isFailing) {
    return (
      <span className={classes.savedMark} data-tone="danger" role="status">
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        {t('notSaved')}
        <button type="button" className={classes.textButton} onClick={() => void editor.flush()}>
          {t('tryNow')}
        </button>
      </span>
    );
  }
  if (problems > 0) {
    return (
      <span className={classes.savedMark} data-tone="danger" role="status">
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        {t('invoices:save.problems', { count: problems })}
      </span>
    );
  }
  const at = save.savedAt ?? Date.parse(updatedAt);
  const isToday = Date.now() - at < DAY_MS;
  return (
    <span className={classes.savedMark} role="status">
      {save.isSaving ? (
        <IconLoader2 size={14} stroke={2} aria-hidden />
      ) : (
        <IconCheck size={14} stroke={2} aria-hidden />
      )}
      {save.isSaving ? t('saving') : t('savedAt', { time: isToday ? formatClock(at) : formatRelative(updatedAt) })}
    </span>
  );
}
