import type { PackingList } from '@quayside/contracts/shipments/packing-lists';
import { ImportedRows } from '../../../components/import/dialog/imported-rows.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount } from '../../../lib/words/format.ts';

type Row = PackingList['rows'][number];

/** The rows of the packing list, each with what becomes of it, or with its errors and the cells that have them. */
export function PackingRows({ result: { rows, counts }, isStale }: { result: PackingList; isStale: boolean }) {
  const t = useT();
  return (
    <ImportedRows
      label={t('shipments:packingList.rows')}
      rows={rows}
      count={counts.rows}
      columns={[
        { key: 'place', label: t('shipments:packingList.fields.cartonNumbers'), words: ({ place }) => place },
        { key: 'sku', label: t('shipments:sku'), isUnbroken: true, words: ({ product }) => product?.sku ?? EN_DASH },
        { key: 'units', label: t('shipments:units'), isFigure: true, words: unitWords },
        {
          key: 'what',
          label: t('shipments:packingList.what'),
          isWide: true,
          words: (row) => (row.errors.length > 0 ? '' : becomesWords(t, row)),
          errors: ({ errors }) => errors.map((error) => ({ value: '', message: errorWords(t, error) })),
        },
        {
          key: 'measured',
          label: t('shipments:packingList.measured'),
          isWide: true,
          words: (row) => measuredWords(t, row),
        },
      ]}
      rest={(_, formatted) => t('shipments:packingList.moreRows', { formatted })}
      isStale={isStale}
    />
  );
}

/** Units per carton: 12 – 400 are left */
const errorWords = (t: T, { column, value, message }: Row['errors'][number]): string =>
  (column === null ? '' : `${t(`shipments:packingList.fields.${column}`)}: `) +
  (value === '' ? '' : `${value} ${EN_DASH} `) +
  message;

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

function measuredWords(t: T, { cartonWeight, cartonType, marks }: Row): string {
  const type = cartonType?.isNew ? t('shipments:packingList.newType', { name: cartonType.name }) : cartonType?.name;
  return [cartonWeight, type, marks].filter((words) => words).join(' · ') || EN_DASH;
}
