import { Skeleton } from '@mantine/core';
import type { OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { paths } from '../../../lib/paths.ts';
import { orderQuery } from '../api.ts';
import { PackListItems } from '../packing/pack-list-items.tsx';
import { PackListsSection } from '../packing/pack-lists-section.tsx';
import { OrderFacts } from './order-facts.tsx';
import { NotedFacts, OrderNotes } from './order-notes.tsx';

/** An order beside the list: its pack lists, what is noted, and what it is. */
export function OrderPanel({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const t = useT();
  const order = useQuery(orderQuery(orderId)).data;
  return (
    <Panel
      title={order ? orderName(t, order) : t('shipments:orders.order')}
      {...(order && { subtitle: `${order.sku} ${order.productName}` })}
      onClose={onClose}
    >
      <Loading orderId={orderId}>
        {(loaded) => (
          <Inside
            order={loaded}
            packLists={<PackListsSection order={loaded} />}
            noted={<OrderNotes order={loaded} />}
          />
        )}
      </Loading>
    </Panel>
  );
}

/** An order to read, while the arrow keys go through the list. Nothing can be typed that moving on would lose. */
export function OrderPreview({ orderId }: { orderId: string }) {
  return (
    <Loading orderId={orderId}>
      {(order) => (
        <Inside
          order={order}
          packLists={<PackListItems packLists={order.packLists} />}
          noted={<NotedFacts order={order} />}
        />
      )}
    </Loading>
  );
}

function Loading({ orderId, children }: { orderId: string; children: (order: OrderWithPackLists) => ReactNode }) {
  const t = useT();
  const order = useQuery(orderQuery(orderId));
  if (order.data) return children(order.data);
  return order.isError ? (
    <ErrorState error={order.error} record={t('shipments:orders.entity')} onRetry={() => void order.refetch()} />
  ) : (
    <Skeleton height={240} role="status" aria-label={t('loading')} />
  );
}

interface InsideProps {
  readonly order: OrderWithPackLists;
  readonly packLists: ReactNode;
  readonly noted: ReactNode;
}

function Inside({ order, packLists, noted }: InsideProps) {
  const t = useT();
  const parts = [
    { title: t('shipments:packLists'), content: packLists },
    { title: t('shipments:orders.noted'), content: noted },
    { title: t('shipments:orders.order'), content: <OrderFacts order={order} /> },
  ];
  return (
    <div className="stack">
      <div className="row">
        <ActionButton icon={IconExternalLink} to={paths.order(order.orderId)}>
          {t('shipments:orders.openPage')}
        </ActionButton>
      </div>
      {parts.map(({ title, content }) => (
        <section key={title} className="stack" data-gap="10" aria-label={title}>
          <h3 className="item-title">{title}</h3>
          {content}
        </section>
      ))}
    </div>
  );
}
