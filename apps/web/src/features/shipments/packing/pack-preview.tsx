import { PreviewFrame } from '../../../components/bulk/preview-frame.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import type { Packing } from './use-pack-by-case.ts';

interface PreviewProps {
  readonly packing: Packing;
  readonly nameOf: (orderId: string) => string;
  /** How many chosen orders have nothing to pack. */
  readonly skipped: number;
}

/** The most orders of the preview that are listed. */
const MOST_SHOWN = 100;

/** What packing by case would make of each order: "83 cartons of 12, 1 carton of 4". */
export function PackPreview({ packing: { orders, packLists, cartons }, nameOf, skipped }: PreviewProps) {
  const t = useT();
  const shown = orders.slice(0, MOST_SHOWN);
  const sums = {
    packLists: t('shipments:packListsOf', { count: packLists, formatted: formatCount(packLists) }),
    cartons: t('shipments:cartonsOf', { count: cartons, formatted: formatCount(cartons) }),
  };
  return (
    <div className="stack" data-gap="10">
      <PreviewFrame
        figures={[
          { name: 'change', count: orders.length, words: t('shipments:byCase.change', { count: orders.length }) },
          ...(skipped > 0
            ? [{ name: 'same' as const, count: skipped, words: t('shipments:byCase.skipped', { count: skipped }) }]
            : []),
        ]}
        shown={shown.length}
        changed={orders.length}
        isEmpty={orders.length === 0}
        head={
          <>
            <th scope="col">{t('shipments:orders.order')}</th>
            <th scope="col">{t('shipments:sku')}</th>
            <th scope="col" data-figure>
              {t('shipments:units')}
            </th>
            <th scope="col">{t('shipments:cartons.title')}</th>
          </>
        }
      >
        {shown.map((order) => (
          <tr key={order.orderId}>
            <td>{nameOf(order.orderId)}</td>
            <td>{order.sku}</td>
            <td data-figure>{formatCount(order.quantity)}</td>
            <td>{rowWords(t, order.rows)}</td>
          </tr>
        ))}
      </PreviewFrame>
      <p className="note">{t('shipments:byCase.sums', sums)}</p>
    </div>
  );
}

const rowWords = (t: T, rows: Packing['orders'][number]['rows']): string =>
  rows
    .map(({ count, unitsPerCarton }) =>
      t('shipments:byCase.row', { count, formatted: formatCount(count), units: formatCount(unitsPerCarton) }),
    )
    .join(', ');
