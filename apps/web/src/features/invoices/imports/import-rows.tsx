import type { LineImport } from '@quayside/contracts/invoice-line-imports';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney, formatQuantity, langOf } from '../../../lib/format.ts';
import { useEdited } from '../editor/use-editor.ts';
import classes from './imports.module.css';
import type { LineColumn } from './line-import.ts';

type ImportRow = LineImport['rows'][number];
/** Shown at most: those with errors stand first, the rest is told as a number. */
const MOST_SHOWN = 100;
const SHOWN = ['sku', 'name', 'costType', 'quantity', 'amount', 'taxAmount'] as const;
type Shown = (typeof SHOWN)[number];
const FIGURES: readonly Shown[] = ['quantity', 'amount', 'taxAmount'];

/** The rows as they would become lines; a wrong cell shows what stands there and why it cannot be. */
export function ImportRows({ rows, isStale }: { rows: readonly ImportRow[]; isStale: boolean }) {
  const t = useT();
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
            {SHOWN.map((field) => (
              <th key={field} scope="col" data-figure={FIGURES.includes(field) || undefined}>
                {t(`invoices:import.fields.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_SHOWN).map((row) => (
            <Row key={row.row} row={row} />
          ))}
        </tbody>
      </SimpleTable>
      {rows.length > MOST_SHOWN && (
        <p className={classes.rest}>{t('invoices:import.rest', { count: rows.length - MOST_SHOWN })}</p>
      )}
    </div>
  );
}

function Row({ row }: { row: ImportRow }) {
  const t = useT();
  const currency = useEdited((state) => state.invoice.currency);
  const { line } = row;
  // An error of a column that has no place of its own stands at the beginning of the row.
  const own = row.errors.filter(
    ({ column }) => column === null || !(SHOWN as readonly (LineColumn | null)[]).includes(placeOf(column)),
  );
  const cells: Record<Shown, string> = {
    sku: line.product?.sku ?? t('invoices:lines.allProducts'),
    name: line.name ?? '',
    costType: t(`category.${line.costType}`),
    quantity: formatQuantity(line.quantity),
    amount: formatMoney(line.amount, currency, { as: 'bare' }),
    taxAmount: formatMoney(line.taxAmount, currency, { as: 'bare' }),
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
      {SHOWN.map((field) => {
        const wrong = row.errors.filter(({ column }) => column !== null && placeOf(column) === field);
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

/** A unit price makes the amount, so its errors stand there. */
const placeOf = (column: LineColumn | null): LineColumn | null => (column === 'unitPrice' ? 'amount' : column);
