import type { ReactNode } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, langOf } from '../../../lib/words/format.ts';
import { SimpleTable } from '../../ui/simple-table.tsx';
import classes from './mapped-import.module.css';

/** At most this many rows are shown, beginning with those that have errors. The others are only counted. */
const MOST_SHOWN = 100;

interface CellError {
  readonly value: string;
  readonly message: string;
}
interface ImportedRow {
  /** The number of the row in the table. */
  readonly row: number;
  readonly errors: readonly CellError[];
}
/** A column of the preview: a cell with errors shows its text and the errors instead of its words. */
export interface RowColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly isFigure?: boolean;
  readonly isWide?: boolean;
  readonly isUnbroken?: boolean;
  readonly words: (row: Row) => string;
  /** Words that explain those of the cell. */
  readonly note?: (row: Row) => string;
  readonly errors?: (row: Row) => readonly CellError[];
}
interface RowsProps<Row extends ImportedRow> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly RowColumn<Row>[];
  /** How many rows there are, if not all are in `rows`. */
  readonly count?: number;
  /** Says how many rows are not shown. */
  readonly rest: (count: number, formatted: string) => string;
  /** The errors that no column shows. */
  readonly ofRow?: (row: Row) => readonly CellError[];
  readonly isStale: boolean;
}

/** The imported rows, shown as what would become of them. */
export function ImportedRows<Row extends ImportedRow>(props: RowsProps<Row>) {
  const { label, rows, columns, count = rows.length, rest, ofRow, isStale } = props;
  const t = useT();
  const left = count - MOST_SHOWN;
  const cards = `repeat(${columns.some(({ isWide }) => isWide) ? 2 : 3}, minmax(0, 1fr))`;
  return (
    <div className={classes['rows']}>
      <SimpleTable label={label} lines="below" row={{ pad: 6 }} isHeadSticky cards={cards} isBusy={isStale}>
        <thead>
          <tr>
            <th scope="col">{t('imports:row')}</th>
            {columns.map(({ key, label: word, isFigure }) => (
              <th key={key} scope="col" data-figure={isFigure || undefined}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_SHOWN).map((row) => (
            <tr key={row.row} data-wrong={row.errors.length > 0 || undefined}>
              <td data-title className="num">
                {row.row}
                <Problems errors={ofRow?.(row) ?? []} />
              </td>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </SimpleTable>
      {left > 0 && <p className={classes['rest']}>{rest(left, formatCount(left))}</p>}
    </div>
  );
}

function Cell<Row>({ column, row }: { column: RowColumn<Row>; row: Row }) {
  const { label, isFigure, isWide, isUnbroken, words, note, errors } = column;
  const wrong = errors?.(row) ?? [];
  const shown = wrong[0]?.value || words(row);
  const explained = wrong.length === 0 && note?.(row);
  return (
    <td
      className={isUnbroken ? classes['unbroken'] : undefined}
      data-figure={isFigure || undefined}
      data-wide={isWide || undefined}
      data-label={label}
      lang={langOf(shown)}
    >
      {shown}
      {explained && <span className="quiet"> {explained}</span>}
      <Problems errors={wrong} />
    </td>
  );
}

const Problems = ({ errors }: { errors: readonly CellError[] }): ReactNode =>
  errors.map(({ message }, index) => (
    <span key={index} className="problem block">
      {message}
    </span>
  ));
