import { Skeleton } from '@mantine/core';
import type { CustomerOrder } from '@quayside/contracts/shipments/orders';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { KeyValues } from '../../../components/ui/card.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { EN_DASH, formatDay, formatMoney, formatQuantity } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { customerOrderQuery } from '../api.ts';
import { CostOrReason, costText } from '../cost-or-reason.tsx';
import { FigureStrip } from '../figure-strip.tsx';
import packing from '../packing/packing.module.css';
import classes from '../shipments.module.css';
import { channelName, placeName } from '../place-words.ts';
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
    <ErrorState error={order.error} record={t('shipments:customers.entity')} onRetry={() => void order.refetch()} />
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
          { label: t('shipments:customers.channel'), value: channelName(t, order.channel) },
          {
            label: t('shipments:customers.cost'),
            value:
              order.cost === null && order.unknownCost === null ? (
                t('shipments:customers.noCost')
              ) : (
                <CostOrReason {...order} />
              ),
          },
        ]}
      />
      <h3 className="section-title">{t('shipments:customers.lines')}</h3>
      <Lines lines={order.lines} currency={currency} />
    </div>
  );
}

/** The lines of an order. A panel is too narrow for six columns, so each line is a card. */
function Lines({ lines, currency }: { lines: CustomerOrder['lines']; currency: string }) {
  const t = useT();
  return (
    <ul className={packing.list} aria-label={t('shipments:customers.lines')}>
      {lines.map((line) => (
        <li key={line.id} className={classes.line}>
          <p>
            {line.productId === null ? (
              <>
                <b>{line.sku}</b> <span className="muted">{t('shipments:customers.unknown')}</span>
              </>
            ) : (
              <>
                <Link to={paths.product(line.sku)}>{line.sku}</Link> <span className="muted">{line.productName}</span>
              </>
            )}
          </p>
          <FigureStrip
            label={line.sku}
            figures={[
              {
                label: t('shipments:customers.place'),
                value: line.place === null ? EN_DASH : placeName(t, line.place),
              },
              { label: t('shipments:customers.shipped'), value: formatQuantity(line.shipped, 'figure') },
              { label: t('shipments:customers.returned'), value: formatQuantity(line.returned, 'figure') },
              { label: t('shipments:customers.waiting'), value: formatQuantity(line.waiting, 'figure') },
              {
                label: t('shipments:customers.price'),
                value: formatMoney(line.price, line.currency ?? currency, { as: 'code' }),
              },
              {
                label: t('shipments:customers.cost'),
                value: costText(t, line, currency),
              },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
