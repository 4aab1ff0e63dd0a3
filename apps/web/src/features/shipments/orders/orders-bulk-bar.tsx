import { type Order, packByCase } from '@quayside/contracts/shipments/orders';
import { MAX_IDS } from '@quayside/contracts/shipments/pack-lists';
import { MAX_ARRIVALS, receiveGoods } from '@quayside/contracts/stock/receipts';
import { addShipmentPlanPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { Skeleton } from '@mantine/core';
import { IconBox, IconPackageImport, IconShip } from '@tabler/icons-react';
import { useState } from 'react';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { BulkBar } from '../../../components/ui/bulk-bar.tsx';
import { Dialog } from '../../../components/ui/confirm.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { AddToPlanDialog } from '../packing/add-to-plan.tsx';
import { PackByCaseDialog } from '../packing/pack-by-case.tsx';
import { useChosenOrders } from '../packing/use-chosen-orders.ts';
import { ReceivedOnDialog } from '../receiving/received-on.tsx';

interface BarProps {
  readonly rows: readonly Order[];
  readonly reach: BulkReach;
  readonly onClear: () => void;
}
type Action = 'pack' | 'plan' | 'receive';

/** The bar of actions on the selected orders, or on all orders that match the filter. */
export function OrdersBulkBar({ rows, reach, onClear }: BarProps) {
  const t = useT();
  const mayPack = usePermission(packByCase);
  const mayPlan = usePermission(addShipmentPlanPackLists);
  const mayReceive = usePermission(receiveGoods);
  const [action, setAction] = useState<Action>();
  const { isAll, total, chooseAll } = reach;
  const count = isAll ? total : rows.length;
  const left = rows.reduce((sum, { unpackedQuantity }) => sum + unpackedQuantity, 0);
  // Only some of them would change, and nobody could tell which.
  const blockedAbove = (most: number) =>
    count > most ? t('shipments:orders.atMost', { formatted: formatCount(most) }) : null;
  const blocked = blockedAbove(MAX_IDS);
  return (
    <>
      <BulkBar
        count={count}
        onClear={onClear}
        {...(!isAll && { worth: t('shipments:packing.unpacked', { count: left, formatted: formatCount(left) }) })}
        {...(!isAll && total > rows.length
          ? { more: { label: t('bulk:selectAll', { formatted: formatCount(total) }), onClick: chooseAll } }
          : {})}
      >
        <ActionButton size="xs" icon={IconBox} permission={mayPack} blocked={blocked} onClick={() => setAction('pack')}>
          {t('shipments:byCase.verb')}
        </ActionButton>
        <ActionButton
          size="xs"
          icon={IconShip}
          permission={mayPlan}
          blocked={blocked}
          onClick={() => setAction('plan')}
        >
          {t('shipments:toPlan.verb')}
        </ActionButton>
        <ActionButton
          size="xs"
          icon={IconPackageImport}
          permission={mayReceive}
          blocked={blockedAbove(MAX_ARRIVALS)}
          onClick={() => setAction('receive')}
        >
          {t('shipments:receiving.on.verb')}
        </ActionButton>
      </BulkBar>
      {action && (
        <BulkDialog
          action={action}
          rows={rows}
          reach={reach}
          onClose={() => setAction(undefined)}
          onDone={() => (setAction(undefined), onClear())}
        />
      )}
    </>
  );
}

interface DialogProps extends Omit<BarProps, 'onClear'> {
  readonly action: Action;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The dialog of an action, once the orders are known that it is about. */
function BulkDialog({ action, rows, reach, ...close }: DialogProps) {
  const t = useT();
  const orders = useChosenOrders(rows, reach);
  if (!orders.data)
    return (
      <Dialog title={t(TITLES[action])} onClose={close.onClose}>
        {orders.isError ? (
          <ErrorState
            error={orders.error}
            entity={t('shipments:orders.entities')}
            onRetry={() => void orders.refetch()}
          />
        ) : (
          <Skeleton height={120} aria-label={t('loading')} />
        )}
      </Dialog>
    );
  if (action === 'receive') return <ReceivedOnDialog orders={orders.data} {...close} />;
  return action === 'pack' ? (
    <PackByCaseDialog orders={orders.data} {...close} />
  ) : (
    <AddToPlanDialog orderIds={orders.data.map(({ orderId }) => orderId)} {...close} />
  );
}

const TITLES = {
  pack: 'shipments:byCase.title',
  plan: 'shipments:toPlan.title',
  receive: 'shipments:receiving.on.title',
} as const;
