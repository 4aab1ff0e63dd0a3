import type { ItemImport } from '@quayside/contracts/purchase-order-items';
import importClasses from '../../../components/line-sheet/line-import.module.css';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatMoney, formatQuantity, groupDigits, langOf } from '../../../lib/format.ts';
import { trimPrice } from '../editor/item-draft.ts';
import { useEdited } from '../editor/use-editor.ts';

type ImportRow = ItemImport['rows'][number];
/** At most this many rows are shown, beginning with those that have errors. The others are only counted. */
const MOST_SHOWN = 100;
const SHOWN = ['sku', 'name', 'quantity', 'unitPrice', 'amount'] as const;
type Field = (typeof SHOWN)[number];
const isFigure = (field: Field) => field !== 'sku' && field !== 'name';

/** The imported rows, shown as the items that would be created. A cell with an error shows its text and the error. */
export function ImportRows({ rows, isStale }: { rows: readonly ImportRow[]; isStale: boolean }) {
  const t = useT();
  return (
    <div className={importClasses.rows}>
      <SimpleTable
        label={t('purchasing:import.rows')}
        lines="below"
        row={{ pad: 6 }}
        isHeadSticky
        cards="repeat(3, minmax(0, 1fr))"
        isBusy={isStale}
      >
        <thead>
          <tr>
            <th scope="col">{t('purchasing:import.row')}</th>
            {SHOWN.map((field) => (
              <th key={field} scope="col" data-figure={isFigure(field) || undefined}>
                {t(`purchasing:import.fields.${field}`)}
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
        <p className={importClasses.rest}>{t('purchasing:import.rest', { count: rows.length - MOST_SHOWN })}</p>
      )}
    </div>
  );
}

function Row({ row }: { row: ImportRow }) {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  const { item, errors } = row;
  const ofRow = errors.filter(({ column }) => column === null);
  const asked = item.askedQuantity ? t('purchasing:items.asked', { quantity: formatQuantity(item.askedQuantity) }) : '';
  const cells: Record<Field, { readonly words: string; readonly note?: string }> = {
    sku: { words: item.product?.sku ?? EN_DASH },
    name: { words: item.name ?? item.product?.name ?? '' },
    quantity: { words: formatQuantity(item.quantity), note: asked },
    unitPrice: {
      words: groupDigits(trimPrice(item.unitPrice)),
      note: item.isPriceProposed ? t('purchasing:import.proposed') : '',
    },
    amount: { words: formatMoney(item.amount, currency, { as: 'bare' }) },
  };
  return (
    <tr data-wrong={errors.length > 0 || undefined}>
      <td data-title>
        {row.row}
        {ofRow.map(({ message }, index) => (
          <span key={index} className="problem" role="alert">
            {message}
          </span>
        ))}
      </td>
      {SHOWN.map((field) => {
        const wrong = errors.filter(({ column }) => column === field);
        const { words, note } = cells[field];
        return (
          <td
            key={field}
            data-figure={isFigure(field) || undefined}
            data-label={t(`purchasing:import.fields.${field}`)}
          >
            {wrong.length > 0 ? (
              wrong.map(({ value, message }, index) => (
                <span key={index}>
                  {value} <span className="problem">{message}</span>
                </span>
              ))
            ) : (
              <>
                <span lang={langOf(words)}>{words}</span> {note && <span className="quiet">{note}</span>}
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}
