import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { formatCount } from '../../lib/words/format.ts';
import { IconButton } from './action-button.tsx';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  readonly count: number;
  /** Shown after the count: the total value of the selected rows. */
  readonly worth?: ReactNode;
  /** Shown after the value: a button that selects all rows that match the filter. */
  readonly more?: { readonly label: string; readonly onClick: () => void };
  readonly onClear: () => void;
  /** The buttons of the actions. */
  readonly children: ReactNode;
}

/** The bar for selected rows: "3 selected, CNY 4,060.00", the actions, and a button that clears the selection. */
export function BulkBar({ count, worth, more, onClear, children }: BulkBarProps) {
  const t = useT();
  return (
    <div
      className={classes.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('bulk.label')}
      onKeyDown={(event) => {
        // Menus of the bar are rendered in a portal and handle Escape themselves.
        if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node))
          return;
        event.preventDefault();
        onClear();
      }}
    >
      <span className={classes.words} role="status">
        <b className="num">{t('bulk.selected', { count, formatted: formatCount(count) })}</b>
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
