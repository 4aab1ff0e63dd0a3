import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { IconButton } from './action-button.tsx';
import classes from './bulk-bar.module.css';

export interface BulkBarProps {
  readonly count: number;
  /** After the count: what they are worth together. */
  readonly worth?: ReactNode;
  /** After that: takes in all that match. */
  readonly more?: { readonly label: string; readonly onClick: () => void };
  readonly onClear: () => void;
  /** What can be done with them. */
  readonly children: ReactNode;
}

/** "3 selected, CNY 4,060.00", what can be done with them, and a cross. */
export function BulkBar({ count, worth, more, onClear, children }: BulkBarProps) {
  const t = useT();
  return (
    <div
      className={classes.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('bulk.label')}
      onKeyDown={(event) => {
        // What opens from the bar lies elsewhere in the page and has its own Escape.
        if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
        event.preventDefault();
        onClear();
      }}
    >
      <span className={classes.words} role="status">
        <b className="num">{t('bulk.selected', { count })}</b>
        {worth !== undefined && <span className="num">{worth}</span>}
      </span>
      {more && (
        <button type="button" className={classes.more} onClick={more.onClick}>
          {more.label}
        </button>
      )}
      <span className={classes.actions}>{children}</span>
      <IconButton icon={IconX} size={28} label={t('bulk.clear')} onClick={onClear} />
    </div>
  );
}
