import { deleteOrder, type OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { IconHistory, IconPackageImport, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { LoadingCards, UnloadedRecord } from '../../../components/record/record-page.tsx';
import { ActionButton, IconButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { InUseDialog } from '../../../components/ui/in-use-dialog.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { paths } from '../../../lib/paths.ts';
import { orderQuery } from '../api.ts';
import { OrderCostsCard } from '../lot-costs-card.tsx';
import { PackListsSection } from '../packing/pack-lists-section.tsx';
import { ReceiveDialog } from '../receiving/receive-dialog.tsx';
import { linesOfOrder } from '../receiving/receive-lines.ts';
import { ReceivedCard } from '../receiving/received-card.tsx';
import { UndecidedList } from '../receiving/undecided-list.tsx';
import { ShipmentChip } from '../shipment-chip.tsx';
import classes from '../shipments.module.css';
import { OrderFacts } from './order-facts.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderNotes } from './order-notes.tsx';
import { useRemoveOrder } from './use-remove-order.ts';

/** The page of one order. */
export function OrderPage() {
  const t = useT();
  const { orderId = '' } = useParams();
  const order = useQuery(orderQuery(orderId));
  if (order.data) return <Loaded key={orderId} order={order.data} />;
  return (
    <UnloadedRecord
      list={{ label: t('shipments:orders.title'), to: paths.orders() }}
      entity={t('shipments:orders.order')}
      words={{ notFoundHint: t('shipments:orders.notFoundHint'), backToList: t('shipments:orders.backToList') }}
      error={order.error}
      onRetry={() => void order.refetch()}
      heights={[220, 180]}
    />
  );
}

function Loaded({ order }: { order: OrderWithPackLists }) {
  const t = useT();
  const mayRemove = usePermission(deleteOrder);
  const mayReceive = usePermission(receiveGoods);
  const [isReceiving, setReceiving] = useState(false);
  const lines = useMemo(() => linesOfOrder(t, order), [t, order]);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const { remove, isBusy, refusal, dropRefusal, isGone } = useRemoveOrder(order);
  if (isGone) return <LoadingCards heights={[220]} />;
  return (
    <PageFrame
      title={orderName(t, order)}
      count={`${order.sku} ${order.productName}`}
      badges={<ShipmentChip status={order.status} method={order.shippingMethod} />}
      breadcrumb={[{ label: t('shipments:orders.title'), to: paths.orders() }]}
      actions={
        <>
          <IconButton
            outlined
            size={34}
            icon={IconHistory}
            label={t('records:history.title')}
            expanded={isHistoryOpen}
            onClick={() => setHistoryOpen(!isHistoryOpen)}
          />
          {mayRemove.allowed && (
            <ActionButton
              icon={IconTrash}
              permission={mayRemove}
              blocked={order.can.delete.reason}
              loading={isBusy}
              onClick={() => void remove()}
            >
              {t('shipments:orders.remove')}
            </ActionButton>
          )}
          {mayReceive.allowed && (
            <ActionButton
              variant="filled"
              icon={IconPackageImport}
              permission={mayReceive}
              blocked={lines.length === 0 ? t('shipments:receiving.nothing') : null}
              onClick={() => setReceiving(true)}
            >
              {t('shipments:receiving.verb')}
            </ActionButton>
          )}
        </>
      }
      {...(isHistoryOpen && { aside: <OrderHistory order={order} onClose={() => setHistoryOpen(false)} /> })}
    >
      <div className={classes.columnsPlace}>
        <div className={classes.columns}>
          <div className="stack">
            <Card title={t('shipments:packLists')}>
              <PackListsSection order={order} />
            </Card>
            <ReceivedCard of={{ field: 'order', id: order.orderId }}>
              <UndecidedList order={order} />
            </ReceivedCard>
            <OrderCostsCard {...order} />
            <Card title={t('shipments:orders.noted')}>
              <OrderNotes order={order} />
            </Card>
          </div>
          <Card title={t('shipments:orders.order')}>
            <OrderFacts order={order} />
          </Card>
        </div>
      </div>
      {isReceiving && <ReceiveDialog name={orderName(t, order)} lines={lines} onClose={() => setReceiving(false)} />}
      {refusal && <InUseDialog message={refusal.message} uses={refusal.uses} onClose={dropRefusal} />}
    </PageFrame>
  );
}
