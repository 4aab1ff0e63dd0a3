import { Skeleton } from '@mantine/core';
import type { CustomerOrder } from '@quayside/contracts/orders';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { KeyValues } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/account.ts';
import { formatDay, formatQuantity } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { customerOrderQuery } from '../api.ts';
import classes from '../shipments.module.css';
import { CustomerStatusChip } from './customer-status-chip.tsx';

/** A customer order beside the list: its lines, with what each cost and what waits for a receipt. */
export function CustomerOrderPanel({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useT();
  const order = useQuery(customerOrderQuery(orderId)).data;
  return (
    <Panel title={order?.number ?? t('shipments:customers.order')} onClose={onClose}>
      <CustomerOrderPreview orderId={orderId} />
    </Panel>
  );
}

/** A customer order to read. */
export function CustomerOrderPreview({ orderId }: { orderId: string }) {
  const t = useT();
  const order = useQuery(customerOrderQuery(orderId));
  if (order.data) return <Inside order={order.data} />;
  return order.isError ? (
    <ErrorState error={order.error} entity={t('shipments:customers.entity')} onRetry={() => void order.refetch()} />
  ) : (
    <Skeleton height={200} role="status" aria-label={t('loading')} />
  );
}

function Inside({ order }: { order: CustomerOrder }) {
  const t = useT();
  const currency = useCurrency();
  return (
    <div className="stack">
      <KeyValues
        items={[
          { label: t('shipments:customers.status'), value: <CustomerStatusChip status={order.status} /> },
          { label: t('shipments:customers.day'), value: formatDay(order.date) },
          { label: t('shipments:customers.channel'), value: t(`products:channel.${order.channel}`) },
          {
            label: t('shipments:customers.cost'),
            value:
              order.cost === null ? (
                t('shipments:customers.noCost')
              ) : (
                <Money value={order.cost} currency={currency} zero="figure" />
              ),
          },
        ]}
      />
      <h3 className="section-title">{t('shipments:customers.lines')}</h3>
      <ScrollRegion className={classes.lines} label={t('shipments:customers.lines')}>
        <Lines lines={order.lines} currency={currency} />
      </ScrollRegion>
    </div>
  );
}

function Lines({ lines, currency }: { lines: CustomerOrder['lines']; currency: string }) {
  const t = useT();
  const label = t('shipments:customers.lines');
  return (
    <SimpleTable label={label}>
      <thead>
        <tr>
          <th scope="col">{t('shipments:sku')}</th>
          <th scope="col" data-figure>
            {t('shipments:customers.shipped')}
          </th>
          <th scope="col" data-figure>
            {t('shipments:customers.returned')}
          </th>
          <th scope="col" data-figure>
            {t('shipments:customers.waiting')}
          </th>
          <th scope="col" data-figure>
            {t('shipments:customers.price')}
          </th>
          <th scope="col" data-figure>
            {t('shipments:customers.cost')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              {line.productId === null ? (
                <>
                  {line.sku} <span className="muted">{t('shipments:customers.unknown')}</span>
                </>
              ) : (
                <Link to={paths.product(line.sku)} title={line.productName ?? line.sku}>
                  {line.sku}
                </Link>
              )}
            </td>
            <td data-figure>{formatQuantity(line.shipped)}</td>
            <td data-figure>{formatQuantity(line.returned)}</td>
            <td data-figure>{formatQuantity(line.waiting)}</td>
            <td data-figure>
              <Money value={line.price} currency={line.currency ?? currency} as="code" />
            </td>
            <td data-figure>
              <Money value={line.cost} currency={currency} zero="figure" />
            </td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}
