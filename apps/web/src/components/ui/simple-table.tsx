import type { CSSProperties, ReactNode } from 'react';
import classes from './simple-table.module.css';

export interface SimpleTableProps {
  /** The accessible name of the table. */
  readonly label?: string;
  /** Whether the row borders are above each row (default) or below it. */
  readonly lines?: 'above' | 'below';
  /** Minimum row height and vertical padding of the cells; px. */
  readonly row?: { readonly height?: number; readonly pad?: number };
  /**
   * On a phone each row becomes a card with these columns (`grid-template-columns`). A cell with `data-title` or
   * `data-wide` spans the card, `data-label` adds a label above the cell, and `data-empty` hides it.
   */
  readonly cards?: string;
  /** Dims the rows: they are stale while newer ones load. */
  readonly isBusy?: boolean;
  readonly className?: string | undefined;
  /** thead, tbody and tfoot. Numeric cells have `data-figure`. */
  readonly children: ReactNode;
}

/** The style of every table that is not a DataGrid: few rows, without sorting, filters or paging. */
export function SimpleTable({ label, lines = 'above', row, cards, isBusy, className, children }: SimpleTableProps) {
  const style = {
    ...(row?.height !== undefined && { '--row-height': `${row.height}px` }),
    ...(row?.pad !== undefined && { '--row-pad': `${row.pad}px` }),
    ...(cards !== undefined && { '--card-columns': cards }),
  } as CSSProperties;
  return (
    <table
      className={className === undefined ? classes.table : `${classes.table} ${className}`}
      style={style}
      aria-label={label}
      aria-busy={isBusy}
      data-lines={lines}
      data-cards={cards === undefined ? undefined : true}
    >
      {children}
    </table>
  );
}
