import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { IconClock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';

type Inventory = ResponseOf<typeof getProductInventory>;

/** The costs that no order of a product bears, and what they are part of. Absent without any. */
export function LooseCostsCard({ inventory: { content, looseCosts, method } }: { inventory: Inventory }) {
  const t = useT();
  const currency = useCurrency();
  if (looseCosts.length === 0) return null;
  const title = t('shipments:stock.loose.title');
  const lots = new Map(
    content.map((lot) => [lot.id, lot.packListNumber ?? t(`shipments:stock.product.kinds.${lot.kind}`)]),
  );
  const partOf = (lotId: string | null) =>
    method === 'AVERAGE' || lotId === null
      ? t('shipments:stock.loose.pool')
      : (lots.get(lotId) ?? t('shipments:stock.loose.lot'));
  return (
    <Card title={title} hint={t('shipments:stock.loose.hint')} flush>
      <SimpleTable label={title} cards="1fr 1fr">
        <thead>
          <tr>
            <th scope="col">{t('shipments:stock.loose.invoice')}</th>
            <th scope="col">{t('shipments:stock.loose.day')}</th>
            <th scope="col" data-figure>
              {t('shipments:stock.loose.amount', { currency })}
            </th>
            <th scope="col">{t('shipments:stock.loose.where')}</th>
          </tr>
        </thead>
        <tbody>
          {looseCosts.map(({ invoiceId, invoiceNumber, day, amount, lotId, isWaiting }) => (
            <tr key={`${invoiceId} ${day} ${amount}`}>
              <th scope="row" data-title>
                <Link to={paths.invoice(invoiceId)}>{invoiceNumber}</Link>
              </th>
              <td data-label={t('shipments:stock.loose.day')}>{formatDay(day)}</td>
              <td data-figure data-label={t('shipments:stock.loose.amount', { currency })}>
                <Money value={amount} currency={currency} as="bare" />
              </td>
              <td data-label={t('shipments:stock.loose.where')}>
                {isWaiting ? (
                  <Chip icon={IconClock} tone="warning">
                    {t('shipments:stock.loose.waits')}
                  </Chip>
                ) : (
                  partOf(lotId)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </Card>
  );
}
