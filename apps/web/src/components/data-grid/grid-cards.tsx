import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EN_DASH, langOf } from '../../lib/words/format.ts';
import classes from './data-grid.module.css';
import type { GridColumn } from './grid-types.ts';

interface CardsProps<Row, Totals> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row, Totals>[];
  readonly getRowId: (row: Row) => string;
  readonly rowHref: ((row: Row) => string) | undefined;
  readonly cardAction: ((row: Row) => ReactNode) | undefined;
  readonly totals: Totals | undefined;
  readonly totalsLabel: string;
}

/** The table on a phone: each row is a card with the most important fields. */
export function GridCards<Row, Totals>({
  label,
  rows,
  columns,
  getRowId,
  rowHref,
  cardAction,
  totals,
  totalsLabel,
}: CardsProps<Row, Totals>) {
  const at = (place: GridColumn<Row>['card']) => columns.find((column) => column.card === place);
  const [title, subtitle, figure, chip] = [
    at('title') ?? columns.find((column) => column.link),
    at('subtitle'),
    at('figure'),
    at('chip'),
  ];
  // A figure on a card is usually a number and needs its column header as a label. Words, such as a role, need no
  // label.
  const isWords = figure !== undefined && figure.kind !== 'number';
  const sum = totals !== undefined ? figure?.total?.(totals) : undefined;
  return (
    <>
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={getRowId(row)} className={classes.card}>
            <span className={classes.cardTitle}>
              {title && (rowHref ? <Link to={rowHref(row)}>{looks(title, row)}</Link> : looks(title, row))}
            </span>
            {figure ? (
              <span className={`${classes.cardFigure} num`} data-words={isWords || undefined}>
                {looks(figure, row)}
              </span>
            ) : (
              <span className={classes.cardAction}>{cardAction?.(row)}</span>
            )}
            {subtitle && <span className={classes.cardSub}>{looks(subtitle, row)}</span>}
            {figure && !isWords && <span className={classes.cardLabel}>{figure.header}</span>}
            {chip && <span className={classes.cardChip}>{chip.onCard ? chip.onCard(row) : looks(chip, row)}</span>}
            {figure && cardAction && <span className={classes.cardAction}>{cardAction(row)}</span>}
          </li>
        ))}
      </ul>
      {totals !== undefined && (
        <p className={classes.cardTotal}>
          {totalsLabel}
          {sum !== undefined && (
            <>
              {figure && !isWords && ` · ${figure.header}`}: <b className="num">{sum}</b>
            </>
          )}
        </p>
      )}
    </>
  );
}

/** Renders a value for a card or for the preview of a row. */
export function looks<Row, Totals>(column: GridColumn<Row, Totals>, row: Row): ReactNode {
  if (column.render) return column.render(row);
  const value = column.value ? column.value(row) : (row as Record<string, unknown>)[column.id];
  if (value === null || value === undefined || value === '') return EN_DASH;
  return <span lang={langOf(String(value))}>{String(value)}</span>;
}
