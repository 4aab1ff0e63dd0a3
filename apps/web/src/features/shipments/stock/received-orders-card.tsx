import { Skeleton } from '@mantine/core';
import { getProductReceivedOrders } from '@quayside/contracts/stock/product-stock';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatDay, formatQuantity } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { placeName } from '../place-words.ts';

const SHOWN = 50;

/** The orders of a product of which units arrived, the last arrival first. */
export function ReceivedOrdersCard({ productId }: { productId: string }) {
  const t = useT();
  const title = t('shipments:stock.product.orders');
  const orders = useQuery(read('stock', getProductReceivedOrders, { params: { productId }, query: { size: SHOWN } }));
  const rows = orders.data?.content;
  return (
    <Card title={title} flush={(rows?.length ?? 0) > 0}>
      {orders.isError ? (
        <ErrorState
          error={orders.error}
          entity={t('shipments:stock.product.orderEntities')}
          onRetry={() => void orders.refetch()}
        />
      ) : rows === undefined ? (
        <Skeleton height={80} aria-label={t('loading')} />
      ) : rows.length === 0 ? (
        <p className="muted">{t('shipments:stock.product.noOrders')}</p>
      ) : (
        <SimpleTable label={title} cards="1fr 1fr">
          <thead>
            <tr>
              <th scope="col">{t('shipments:stock.product.order')}</th>
              <th scope="col">{t('shipments:stock.product.supplier')}</th>
              <th scope="col">{t('shipments:stock.product.last')}</th>
              <th scope="col">{t('shipments:stock.product.place')}</th>
              <th scope="col" data-figure>
                {t('shipments:stock.product.units')}
              </th>
              <th scope="col" data-figure>
                {t('shipments:stock.product.received')}
              </th>
              <th scope="col" data-figure>
                {t('shipments:stock.missing')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.orderId}>
                <th scope="row" data-title>
                  <Link to={paths.order(row.orderId)}>{row.purchaseOrderNumber ?? row.orderNumber}</Link>
                </th>
                <td data-label={t('shipments:stock.product.supplier')}>{row.supplierName ?? EN_DASH}</td>
                <td data-label={t('shipments:stock.product.last')}>{formatDay(row.lastReceivedOn)}</td>
                <td data-label={t('shipments:stock.product.place')}>
                  {row.places.map((place) => placeName(t, place)).join(', ')}
                </td>
                <td data-figure data-label={t('shipments:stock.product.units')}>
                  {formatCount(row.units)}
                </td>
                <td data-figure data-label={t('shipments:stock.product.received')}>
                  {formatCount(row.received)}
                </td>
                <td data-figure data-label={t('shipments:stock.missing')}>
                  {formatQuantity(row.missing)}
                </td>
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      )}
    </Card>
  );
}
