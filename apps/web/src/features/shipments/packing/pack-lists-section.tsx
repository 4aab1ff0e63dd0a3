import { type OrderWithPackLists, packByCase } from '@quayside/contracts/shipments/orders';
import { createPackList, deletePackLists, type PackList } from '@quayside/contracts/shipments/pack-lists';
import { addShipmentPlanPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { IconBox, IconShip, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { AddPackList } from './add-pack-list.tsx';
import { AddToPlanDialog } from './add-to-plan.tsx';
import { PackByCaseDialog } from './pack-by-case.tsx';
import { PackListDialog } from './pack-list-dialog.tsx';
import { PackListItems } from './pack-list-items.tsx';
import { useRemovePackLists } from './use-remove-pack-lists.ts';

/** The pack lists of an order, with all that can be done with them. */
export function PackListsSection({ order }: { order: OrderWithPackLists }) {
  const mayPack = usePermission(createPackList);
  const [changed, setChanged] = useState<PackList>();
  const remove = useRemovePackLists();
  const { packLists, unpackedQuantity, can } = order;
  const [isPackedHere, setPackedHere] = useState(false);
  return (
    <div className="stack" data-gap="12">
      {packLists.length > 0 && (
        <PackListItems
          packLists={packLists}
          actions={{
            onChange: setChanged,
            onRemove: (packList) => remove.mutate([packList]),
            isBusy: remove.isPending,
          }}
        />
      )}
      {unpackedQuantity > 0 && mayPack.allowed && can.pack.allowed ? (
        <AddPackList key={order.orderId} order={order} onPacked={() => setPackedHere(true)} />
      ) : (
        <Packed order={order} takesFocus={isPackedHere} />
      )}
      {mayPack.allowed && <Actions order={order} remove={remove} />}
      {changed && (
        <PackListDialog packList={changed} unpacked={unpackedQuantity} onClose={() => setChanged(undefined)} />
      )}
    </div>
  );
}

/** Says that everything is packed or, to a person who cannot pack, how much is not. */
function Packed({ order: { unpackedQuantity, can }, takesFocus }: { order: OrderWithPackLists; takesFocus: boolean }) {
  const t = useT();
  const words = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => {
    if (takesFocus) words.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const values = { count: unpackedQuantity, formatted: formatCount(unpackedQuantity) };
  return (
    <p ref={words} className="quiet" role="status" tabIndex={-1}>
      {unpackedQuantity === 0 ? t('shipments:packing.all') : t('shipments:packing.unpacked', values)}
      {unpackedQuantity > 0 && !can.pack.allowed && ` ${can.pack.reason ?? ''}`}
    </p>
  );
}

interface ActionsProps {
  readonly order: OrderWithPackLists;
  readonly remove: ReturnType<typeof useRemovePackLists>;
}

function Actions({ order, remove }: ActionsProps) {
  const t = useT();
  const [dialog, setDialog] = useState<'pack' | 'plan'>();
  const mayPack = usePermission(packByCase);
  const mayPlan = usePermission(addShipmentPlanPackLists);
  const mayRemove = usePermission(deletePackLists);
  const changeable = order.packLists.filter((one) => one.can.change.allowed);
  const isLoose = changeable.some(({ shipmentPlanId }) => shipmentPlanId === null);
  const close = () => setDialog(undefined);
  return (
    <div className="row">
      {order.unpackedQuantity > 0 && (
        <ActionButton
          size="xs"
          icon={IconBox}
          permission={mayPack}
          blocked={order.can.pack.reason}
          onClick={() => setDialog('pack')}
        >
          {t('shipments:byCase.verb')}
        </ActionButton>
      )}
      {isLoose && (
        <ActionButton size="xs" icon={IconShip} permission={mayPlan} onClick={() => setDialog('plan')}>
          {t('shipments:toPlan.verb')}
        </ActionButton>
      )}
      {changeable.length > 1 && (
        <ActionButton
          size="xs"
          icon={IconTrash}
          permission={mayRemove}
          loading={remove.isPending}
          onClick={() => remove.mutate(changeable)}
        >
          {t('shipments:packing.removeMany', { count: changeable.length, formatted: formatCount(changeable.length) })}
        </ActionButton>
      )}
      {dialog === 'pack' && <PackByCaseDialog orders={[order]} onClose={close} onDone={close} />}
      {dialog === 'plan' && <AddToPlanDialog orderIds={[order.orderId]} onClose={close} onDone={close} />}
    </div>
  );
}
