import type { PackingList } from '@quayside/contracts/packing-lists';
import importClasses from '../../../components/line-sheet/line-import.module.css';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, langOf } from '../../../lib/format.ts';
import classes from './packing-list.module.css';

type Row = PackingList['rows'][number];
/** At most this many rows are shown, beginning with those that have errors. The others are only counted. */
const MOST_SHOWN = 100;

/** The rows of the packing list, each with what becomes of it, or with its errors and the cells that have them. */
export function PackingRows({ result: { rows, counts }, isStale }: { result: PackingList; isStale: boolean }) {
  const t = useT();
  return (
    <div className={importClasses.rows}>
      <SimpleTable
        label={t('shipments:packingList.rows')}
        lines="below"
        row={{ pad: 6 }}
        isHeadSticky
        cards="repeat(2, minmax(0, 1fr))"
        isBusy={isStale}
      >
        <thead>
          <tr>
            <th scope="col">{t('shipments:packingList.row')}</th>
            <th scope="col">{t('shipments:packingList.fields.cartonNumbers')}</th>
            <th scope="col">{t('shipments:sku')}</th>
            <th scope="col" data-figure>
              {t('shipments:units')}
            </th>
            <th scope="col">{t('shipments:packingList.what')}</th>
            <th scope="col">{t('shipments:packingList.measured')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_SHOWN).map((row) => (
            <PackingRow key={row.row} row={row} />
          ))}
        </tbody>
      </SimpleTable>
      {counts.rows > MOST_SHOWN && (
        <p className={importClasses.rest}>
          {t('shipments:packingList.moreRows', { formatted: formatCount(counts.rows - MOST_SHOWN) })}
        </p>
      )}
    </div>
  );
}

function PackingRow({ row }: { row: Row }) {
  const t = useT();
  return (
    <tr data-wrong={row.errors.length > 0 || undefined}>
      <td data-title className="num">
        {row.row}
      </td>
      <td data-label={t('shipments:packingList.fields.cartonNumbers')}>{row.place}</td>
      <td className={classes['sku']} data-label={t('shipments:sku')}>
        {row.product?.sku ?? EN_DASH}
      </td>
      <td data-figure data-label={t('shipments:units')}>
        {unitWords(row)}
      </td>
      <td data-wide data-label={t('shipments:packingList.what')}>
        {row.errors.map((error, index) => (
          <span key={index} className="problem block">
            {error.column && `${t(`shipments:packingList.fields.${error.column}`)}: `}
            {error.value && `${error.value} ${EN_DASH} `}
            {error.message}
          </span>
        ))}
        {row.errors.length === 0 && becomesWords(t, row)}
      </td>
      <td data-wide data-label={t('shipments:packingList.measured')} lang={langOf(row.marks)}>
        {[
          row.cartonWeight,
          row.cartonType &&
            (row.cartonType.isNew
              ? t('shipments:packingList.newType', { name: row.cartonType.name })
              : row.cartonType.name),
          row.marks,
        ]
          .filter((words) => words)
          .join(' · ') || EN_DASH}
      </td>
    </tr>
  );
}

function unitWords({ cartons, unitsPerCarton, units }: Row): string {
  if (cartons === null || unitsPerCarton === null) return units === null ? EN_DASH : formatCount(units);
  return `${formatCount(cartons)} × ${formatCount(unitsPerCarton)}`;
}

/** What becomes of a row, and the orders whose units are packed. */
function becomesWords(t: T, { becomes, cartonNumber, packs }: Row): string {
  if (becomes === null) return EN_DASH;
  const from = packs.map(({ units, orderNumber, invoiceNumber }) =>
    t('shipments:packingList.from', { units: formatCount(units), order: `${orderNumber}, ${invoiceNumber}` }),
  );
  return [t(`shipments:packingList.becomes.${becomes}`, { number: cartonNumber ?? '' }), ...from].join(' · ');
}
