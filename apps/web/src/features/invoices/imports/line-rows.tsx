import type { LineImport } from '@quayside/contracts/invoices/invoice-line-imports';
import { ImportedRows, type RowColumn } from '../../../components/import/dialog/imported-rows.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney, formatQuantity, formatUnitCost } from '../../../lib/words/format.ts';
import { useEdited } from '../editor/use-editor.ts';
import type { LineColumn } from './line-column.ts';

type Row = LineImport['rows'][number];
/** These are shown only if a column of the table holds them. */
const OPTIONAL: ReadonlySet<LineColumn> = new Set(['unitPrice', 'account', 'internalReference']);
const FIGURES: ReadonlySet<LineColumn> = new Set(['quantity', 'unitPrice', 'amount', 'taxAmount']);

/** The imported rows, shown as the lines that would be created. */
export function LineRows({ result: { rows, columns }, isStale }: { result: LineImport; isStale: boolean }) {
  const t = useT();
  const held = new Set(columns.map(({ field }) => field));
  const isShown = (key: LineColumn) => !OPTIONAL.has(key) || held.has(key);
  // A unit price determines the amount, so its errors are shown there where the table has no column for prices.
  const placeOf = (column: LineColumn) => (column === 'unitPrice' && !isShown(column) ? 'amount' : column);
  const words = useWords().filter(({ key }) => isShown(key));
  const shown = new Set<LineColumn>(words.map(({ key }) => key));
  return (
    <ImportedRows<Row>
      label={t('invoices:import.rows')}
      rows={rows}
      columns={words.map((column) => ({
        ...column,
        label: t(`invoices:import.fields.${column.key}`),
        isFigure: FIGURES.has(column.key),
        errors: ({ errors }) => errors.filter((one) => one.column !== null && placeOf(one.column) === column.key),
      }))}
      rest={(count) => t('invoices:import.rest', { count })}
      ofRow={({ errors }) => errors.filter(({ column }) => column === null || !shown.has(placeOf(column)))}
      isStale={isStale}
    />
  );
}

/** The columns in their order, with the words of their cells. */
function useWords(): readonly (Pick<RowColumn<Row>, 'words'> & { readonly key: LineColumn })[] {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  return [
    { key: 'sku', words: ({ line }) => line.product?.sku ?? t('invoices:lines.allProducts') },
    { key: 'name', words: ({ line }) => line.name ?? '' },
    { key: 'costType', words: ({ line }) => t(`category.${line.costType}`) },
    { key: 'quantity', words: ({ line }) => formatQuantity(line.quantity) },
    { key: 'unitPrice', words: ({ line }) => formatUnitCost(line.unitPrice) },
    { key: 'amount', words: ({ line }) => formatMoney(line.amount, currency, { as: 'bare' }) },
    { key: 'taxAmount', words: ({ line }) => formatMoney(line.taxAmount, currency, { as: 'bare' }) },
    { key: 'account', words: ({ line }) => line.account ?? '' },
    { key: 'internalReference', words: ({ line }) => line.internalReference ?? '' },
  ];
}
