import type { LineImport } from '@quayside/contracts/invoice-line-imports';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney, formatQuantity, formatUnitCost, langOf } from '../../../lib/format.ts';
import { useEdited } from '../editor/use-editor.ts';
import type { LineColumn } from './line-column.ts';
import classes from '../../../components/line-sheet/line-import.module.css';

type ImportRow = LineImport['rows'][number];
/** At most this many rows are shown, beginning with those that have errors. The others are only counted. */
const MOST_SHOWN = 100;
const SHOWN = [
  'sku',
  'name',
  'costType',
  'quantity',
  'unitPrice',
  'amount',
  'taxAmount',
  'account',
  'internalReference',
] as const;
type Shown = (typeof SHOWN)[number];
/** These are shown only if a column of the table holds them. */
const OPTIONAL: readonly Shown[] = ['unitPrice', 'account', 'internalReference'];
const FIGURES: readonly Shown[] = ['quantity', 'unitPrice', 'amount', 'taxAmount'];

/** The imported rows, shown as the lines that would be created. A cell with an error shows its text and the error. */
export function ImportRows({
  rows,
  fields,
  isStale,
}: {
  rows: readonly ImportRow[];
  /** The fields that the columns of the table hold. */
  fields: readonly (LineColumn | null)[];
  isStale: boolean;
}) {
  const t = useT();
  const shown = SHOWN.filter((field) => !OPTIONAL.includes(field) || fields.includes(field));
  return (
    <div className={classes.rows}>
      <SimpleTable
        label={t('invoices:import.rows')}
        lines="below"
        row={{ pad: 6 }}
        isHeadSticky
        cards="repeat(3, minmax(0, 1fr))"
        isBusy={isStale}
      >
        <thead>
          <tr>
            <th scope="col">{t('invoices:import.row')}</th>
            {shown.map((field) => (
              <th key={field} scope="col" data-figure={FIGURES.includes(field) || undefined}>
                {t(`invoices:import.fields.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_SHOWN).map((row) => (
            <Row key={row.row} row={row} shown={shown} />
          ))}
        </tbody>
      </SimpleTable>
      {rows.length > MOST_SHOWN && (
        <p className={classes.rest}>{t('invoices:import.rest', { count: rows.length - MOST_SHOWN })}</p>
      )}
    </div>
  );
}

function Row({ row, shown }: { row: ImportRow; shown: readonly Shown[] }) {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  const { line } = row;
  // If this table does not show the column of an error, the error is shown at the start of the row.
  const own = row.errors.filter(
    ({ column }) => column === null || !(shown as readonly (LineColumn | null)[]).includes(placeOf(column, shown)),
  );
  const cells: Record<Shown, string> = {
    sku: line.product?.sku ?? t('invoices:lines.allProducts'),
    name: line.name ?? '',
    costType: t(`category.${line.costType}`),
    quantity: formatQuantity(line.quantity),
    unitPrice: formatUnitCost(line.unitPrice),
    amount: formatMoney(line.amount, currency, { as: 'bare' }),
    taxAmount: formatMoney(line.taxAmount, currency, { as: 'bare' }),
    account: line.account ?? '',
    internalReference: line.internalReference ?? '',
  };
  return (
    <tr data-wrong={row.errors.length > 0 || undefined}>
      <td className="num" data-wide data-label={t('invoices:import.row')}>
        {row.row}
        {own.map((error) => (
          <span key={error.message} className="problem block">
            {error.message}
          </span>
        ))}
      </td>
      {shown.map((field) => {
        const wrong = row.errors.filter(({ column }) => column !== null && placeOf(column, shown) === field);
        return (
          <td
            key={field}
            data-figure={FIGURES.includes(field) || undefined}
            data-label={t(`invoices:import.fields.${field}`)}
            lang={langOf(cells[field])}
          >
            {wrong.length === 0 ? cells[field] : wrong[0]?.value || cells[field]}
            {wrong.map((error) => (
              <span key={error.message} className="problem block">
                {error.message}
              </span>
            ))}
          </td>
        );
      })}
    </tr>
  );
}

/**
 * The column in which an error is shown. A unit price determines the amount, so where the table has no column for
 * prices, their errors are shown in the column of amounts.
 */
const placeOf = (column: LineColumn | null, shown: readonly Shown[]): LineColumn | null =>
  column === 'unitPrice' && !shown.includes('unitPrice') ? 'amount' : column;
