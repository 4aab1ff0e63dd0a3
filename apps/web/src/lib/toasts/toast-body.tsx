import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { useKeys } from '../page/keys.ts';
import classes from './toast-body.module.css';

/** The content of a toast: text, and an Undo button if the operation can be undone. */
export function ToastBody({ message, onUndo }: { message: ReactNode; onUndo?: () => void }) {
  const t = useT();
  useKeys({ 'Ctrl z': onUndo });
  return (
    <span className={classes.body}>
      <span>{message}</span>
      {onUndo && (
        <button type="button" className={classes.undo} aria-keyshortcuts="Control+Z" onClick={onUndo}>
          {t('undo')}
          <span className={classes.keys} aria-hidden>
            <kbd>Ctrl</kbd> <kbd>Z</kbd>
          </span>
        </button>
      )}
    </span>
  );
}
