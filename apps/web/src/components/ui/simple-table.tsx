import type { ComponentPropsWithRef, CSSProperties } from 'react';
import classes from './simple-table.module.css';

interface SimpleTableProps extends ComponentPropsWithRef<'table'> {
  /** The accessible name of the table. */
  readonly label?: string;
  /** Where the row borders are: above each row (default), below it, or nowhere. */
  readonly lines?: 'above' | 'below' | 'none';
  /** The minimum height of a row and the vertical padding of its cells, in pixels. */
  readonly row?: { readonly height?: number; readonly pad?: number };
  /** Keeps the header in view while the rows scroll below it. */
  readonly isHeadSticky?: boolean;
  /**
   * Turns each row into a card on a phone. The value is the `grid-template-columns` of a card. A cell with `data-title`
   * or `data-wide` spans the card, `data-label` adds a label above the cell, and `data-empty` hides the cell.
   */
  readonly cards?: string;
  /** Dims the rows while newer ones load. */
  readonly isBusy?: boolean;
}

/**
 * A simple table for few rows, without sorting, filters or paging. Its children are thead, tbody and tfoot. Numeric
 * cells have `data-figure`.
 */
export function SimpleTable(props: SimpleTableProps) {
  const { label, lines = 'above', row, isHeadSticky, cards, isBusy, className, ...table } = props;
  const style = {
    ...(row?.height !== undefined && { '--row-height': `${row.height}px` }),
    ...(row?.pad !== undefined && { '--row-pad': `${row.pad}px` }),
    ...(cards !== undefined && { '--card-columns': cards }),
  } as CSSProperties;
  return (
    <table
      {...table}
      className={className === undefined ? classes.table : `${classes.table} ${className}`}
      style={style}
      aria-label={label}
      aria-busy={isBusy}
      data-lines={lines}
      data-head={isHeadSticky ? 'sticky' : undefined}
      data-cards={cards === undefined ? undefined : true}
    />
  );
}
