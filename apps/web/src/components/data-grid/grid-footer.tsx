import { ROWS_PER_PAGE } from '@quayside/contracts/grids';
import { ALL_ROWS } from '@quayside/contracts/paging';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Menu } from '../ui/layers.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatCount } from '../../lib/words/format.ts';
import { IconButton } from '../ui/action-button.tsx';
import classes from './data-grid.module.css';
import { useBelowToasts } from '../ui/use-below-toasts.ts';
import { type GridState, rangeOf, withSize } from './grid-state.ts';

interface FooterProps {
  readonly state: GridState;
  readonly shown: number;
  /** The number of matching rows; undefined until it is loaded. */
  readonly total: number | undefined;
  readonly isCapped: boolean;
  readonly footnote: ReactNode;
  /** The page size that is displayed as "All". */
  readonly all?: number;
  /** The height of the totals row above, which messages must not cover. */
  readonly totalsHeight?: number;
  readonly change: (next: (state: GridState) => GridState) => void;
}

/** The pager: rows per page, position, previous and next. */
export function GridFooter({
  state,
  shown,
  total,
  isCapped,
  footnote,
  all = ALL_ROWS,
  totalsHeight,
  change,
}: FooterProps) {
  const t = useT();
  const bar = useBelowToasts<HTMLDivElement>(totalsHeight);
  const range = rangeOf(state, shown);
  const sizeName = (size: number) => (size === all ? t('all') : String(size));
  const words = range
    ? { from: formatCount(range.from), to: formatCount(range.to), total: formatCount(total ?? 0) }
    : undefined;
  const isLast = !range || (range.to >= (total ?? 0) && !isCapped);
  return (
    <div ref={bar} className={classes.footer}>
      <span>{footnote}</span>
      {state.size === all && total !== undefined && total > all && (
        <span role="status">{t('grid.firstOfMany', { shown: formatCount(all), total: formatCount(total) })}</span>
      )}
      <div className={classes.footerEnd}>
        <span aria-hidden>{t('grid.rowsPerPage')}</span>
        <Menu position="top-end">
          <Menu.Target>
            <button
              type="button"
              className={classes.sizeButton}
              aria-label={`${t('grid.rowsPerPage')}: ${sizeName(state.size)}`}
            >
              {sizeName(state.size)}
              <IconChevronDown size={14} stroke={1.75} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {ROWS_PER_PAGE.map((size) => (size === ALL_ROWS ? all : size)).map((size) => (
              <Menu.Item
                key={size}
                aria-current={size === state.size ? true : undefined}
                fw={size === state.size ? 600 : 400}
                onClick={() => change((now) => withSize(now, size))}
              >
                {sizeName(size)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <span className="num" aria-live="polite">
          {words ? t(isCapped ? 'grid.rangeOfMany' : 'grid.range', words) : total !== undefined && t('grid.nothing')}
        </span>
        <span>
          <IconButton
            size={28}
            icon={IconChevronLeft}
            label={t('grid.previousPage')}
            disabled={state.page === 0}
            onClick={() => change((now) => ({ ...now, page: now.page - 1 }))}
          />
          <IconButton
            size={28}
            icon={IconChevronRight}
            label={t('grid.nextPage')}
            disabled={isLast}
            onClick={() => change((now) => ({ ...now, page: now.page + 1 }))}
          />
        </span>
      </div>
    </div>
  );
}
