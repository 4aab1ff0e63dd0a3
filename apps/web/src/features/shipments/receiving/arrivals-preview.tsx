import { PreviewFrame } from '../../../components/bulk/preview-frame.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, formatDayShort, formatQuantity } from '../../../lib/words/format.ts';
import { placeName } from '../place-words.ts';
import type { Arrivals } from './use-receive.ts';

interface PreviewProps {
  readonly arrivals: Arrivals;
  /** Names a row of the preview. */
  readonly nameOf: (row: Arrivals['rows'][number]) => string;
  /** How many chosen orders have nothing to receive, and the words behind that number. */
  readonly skipped?: { readonly count: number; readonly words: string };
}

/** The most rows of the preview that are listed. */
const MOST_SHOWN = 100;

/** What would be received: units, surplus, what is found and what is missing then. */
export function ArrivalsPreview({ arrivals, nameOf, skipped }: PreviewProps) {
  const t = useT();
  const { rows, receipts, units, surplus } = arrivals;
  const shown = rows.slice(0, MOST_SHOWN);
  const figures = { units: formatCount(units), surplus: formatCount(surplus) };
  return (
    <div className="stack" data-gap="10">
      <PreviewFrame
        figures={[
          { name: 'change', count: receipts, words: t('shipments:receiving.change', { count: receipts }) },
          ...(skipped && skipped.count > 0 ? [{ name: 'same' as const, ...skipped }] : []),
        ]}
        shown={shown.length}
        changed={rows.length}
        isEmpty={rows.length === 0}
        head={
          <>
            <th scope="col">{t('shipments:orders.order')}</th>
            <th scope="col">{t('shipments:sku')}</th>
            <th scope="col">{t('shipments:receiving.day')}</th>
            <th scope="col">{t('shipments:receiving.place')}</th>
            <th scope="col" data-figure>
              {t('shipments:receiving.arrives')}
            </th>
            <th scope="col" data-figure>
              {t('shipments:receiving.surplus')}
            </th>
            <th scope="col" data-figure>
              {t('shipments:receiving.missingThen')}
            </th>
          </>
        }
      >
        {shown.map((row, i) => (
          // Rows of one pack list can follow each other, and their order never changes.
          <tr key={`${row.orderId} ${row.packListId ?? ''} ${i}`}>
            <td>{nameOf(row)}</td>
            <td>{row.sku}</td>
            <td>{formatDayShort(row.day)}</td>
            <td>{placeName(t, row.place)}</td>
            <td data-figure>{formatCount(row.quantity)}</td>
            <td data-figure>{formatQuantity(row.surplus)}</td>
            <td data-figure>{formatQuantity(row.missing)}</td>
          </tr>
        ))}
      </PreviewFrame>
      <p className="note">
        {surplus > 0 ? t('shipments:receiving.sumsSurplus', figures) : t('shipments:receiving.sums', figures)}
      </p>
    </div>
  );
}
