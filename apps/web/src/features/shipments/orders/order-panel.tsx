import { Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { confirmDiscard } from '../../../components/form/leave.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { orderName } from '../../../lib/order-name.ts';
import { paths } from '../../../lib/paths.ts';
import { countTyped } from '../../../lib/unsaved.ts';
import { orderQuery } from '../api.ts';
import { PackListsSection } from '../packing/pack-lists-section.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderNotes } from './order-notes.tsx';

/** An order beside the list: its pack lists, what is noted, and what it is. */
export function OrderPanel({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useT();
  const order = useQuery(orderQuery(orderId)).data;
  const close = async () => {
    const count = countTyped();
    if (count === 0 || (await confirmDiscard(count))) onClose();
  };
  return (
    <Panel
      title={order ? orderName(t, order) : t('shipments:orders.order')}
      {...(order && { subtitle: `${order.sku} ${order.productName}` })}
      onClose={() => void close()}
    >
      <OrderPreview orderId={orderId} />
    </Panel>
  );
}

/** The content of the preview of an order. */
export function OrderPreview({ orderId }: { orderId: string }) {
  const t = useT();
  const order = useQuery(orderQuery(orderId));
  if (!order.data)
    return order.isError ? (
      <ErrorState error={order.error} entity={t('shipments:orders.entity')} onRetry={() => void order.refetch()} />
    ) : (
      <Skeleton height={240} role="status" aria-label={t('loading')} />
    );
  return (
    <div className="stack">
      <div className="row">
        <ActionButton icon={IconExternalLink} to={paths.order(orderId)}>
          {t('shipments:orders.openPage')}
        </ActionButton>
      </div>
      <section className="stack" data-gap="10" aria-label={t('shipments:packLists')}>
        <h3 className="item-title">{t('shipments:packLists')}</h3>
        <PackListsSection key={orderId} order={order.data} />
      </section>
      <section className="stack" data-gap="10" aria-label={t('shipments:orders.noted')}>
        <h3 className="item-title">{t('shipments:orders.noted')}</h3>
        <OrderNotes key={orderId} order={order.data} />
      </section>
      <section className="stack" data-gap="10" aria-label={t('shipments:orders.order')}>
        <h3 className="item-title">{t('shipments:orders.order')}</h3>
        <OrderFacts order={order.data} />
      </section>
    </div>
  );
}
