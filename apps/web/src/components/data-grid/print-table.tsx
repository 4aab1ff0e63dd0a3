import classes from './data-grid.module.css';
import { SimpleTable } from '../ui/simple-table.tsx';
import { looks } from './grid-cards.tsx';
import type { ColumnState } from './grid-state.ts';
import type { GridColumn } from './grid-types.ts';

interface PrintTableProps<Row, Totals> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row, Totals>[];
  readonly state: { readonly columns: readonly ColumnState[] };
  readonly getRowId: (row: Row) => string;
  readonly totals: Totals | undefined;
  readonly totalsLabel: string;
}

/**
 * The table for print: every row of the page with the visible columns, and a header on each sheet. The AG Grid table
 * cannot be printed, because it renders only the rows in view.
 */
export function PrintTable<Row, Totals>({
  label,
  rows,
  columns,
  state,
  getRowId,
  totals,
  totalsLabel,
}: PrintTableProps<Row, Totals>) {
  // A column without words in its header has buttons, which paper does not need.
  const shown = state.columns.flatMap(({ id, hidden }) =>
    hidden ? [] : columns.filter((column) => column.id === id && column.isHeaderHidden !== true),
  );
  const side = (column: GridColumn<Row, Totals>) => (column.kind === 'number' ? { 'data-figure': true } : {});
  return (
    <SimpleTable className={classes.printed} lines="below" row={{ pad: 3 }} data-testid="print-table">
      <caption>{label}</caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column.id} scope="col" {...side(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getRowId(row)}>
            {shown.map((column) => (
              <td key={column.id} {...side(column)} data-short={isShort(column, row) || undefined}>
                {looks(column, row)}
              </td>
            ))}
          </tr>
        ))}
        {totals !== undefined && (
          <tr className={classes.printedTotal}>
            {shown.map((column, index) => (
              <td key={column.id} {...side(column)}>
                {index === 0 ? totalsLabel : column.total?.(totals)}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </SimpleTable>
  );
}

const SHORT = 14;
/** Whether the value of a cell is short (a code, a day, a figure) and must not wrap. */
function isShort<Row, Totals>(column: GridColumn<Row, Totals>, row: Row): boolean {
  const value = column.value ? column.value(row) : (row as Record<string, unknown>)[column.id];
  return (typeof value === 'string' || typeof value === 'number') && String(value).length <= SHORT;
}
