import type { CountImport } from '@quayside/contracts/stock/stock-movements';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { EN_DASH, formatCount } from '../../../lib/words/format.ts';
import { signed } from './signed.ts';
import { placeName } from '../place-words.ts';

type Counted = Omit<CountImport['sample'][number], 'row' | 'rows'> & { readonly rows?: readonly number[] };

/** What counts find: what should be there, what was counted, the difference, and what is missing at its cost. */
export function CountedRows({ counts }: { counts: readonly Counted[] }) {
  const t = useT();
  const currency = useCurrency();
  const label = t('shipments:stock.counts.sample');
  return (
    <SimpleTable label={label} cards="1fr 1fr">
      <thead>
        <tr>
          <th scope="col">{t('shipments:sku')}</th>
          <th scope="col">{t('shipments:stock.movement.place')}</th>
          <th scope="col" data-figure>
            {t('shipments:stock.counts.expected')}
          </th>
          <th scope="col" data-figure>
            {t('shipments:stock.counts.counted')}
          </th>
          <th scope="col" data-figure>
            {t('shipments:stock.counts.difference')}
          </th>
          <th scope="col" data-figure>
            {t('shipments:stock.counts.cost')}
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ productId, sku, place, day, quantity, difference, cost, rows = [] }) => (
          <tr key={`${productId} ${place} ${day}`}>
            <th scope="row" data-title>
              {sku}
            </th>
            <td data-label={t('shipments:stock.movement.place')}>{placeName(t, place)}</td>
            <td data-figure data-label={t('shipments:stock.counts.expected')}>
              {formatCount(quantity - difference)}
            </td>
            <td data-figure data-label={t('shipments:stock.counts.counted')}>
              {formatCount(quantity)}
              {rows.length > 1 && (
                <div className="muted">{t('shipments:stock.counts.rowsSummed', { rows: rows.join(', ') })}</div>
              )}
            </td>
            <td data-figure data-label={t('shipments:stock.counts.difference')}>
              {signed(difference)}
            </td>
            <td data-figure data-label={t('shipments:stock.counts.cost')}>
              {cost === null ? EN_DASH : <Money value={cost} currency={currency} />}
            </td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}
