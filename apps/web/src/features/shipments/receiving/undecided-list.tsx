import { decideMissing } from '@quayside/contracts/stock/missing';
import type { OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { DecideForm, type Undecided } from './decide-form.tsx';

/**
 * The pack lists of an order of which only a part has arrived, and which no shipment plan carries: a person can decide
 * about the rest. Those of plans are in the list of what is missing.
 */
export function UndecidedList({ order }: { order: OrderWithPackLists }) {
  const t = useT();
  const permission = usePermission(decideMissing);
  const [chosen, setChosen] = useState<Undecided>();
  const close = () => setChosen(undefined);
  const undecided = order.packLists.filter(
    ({ shipmentPlanId, status, receivedQuantity, missingQuantity }) =>
      missingQuantity > 0 && (shipmentPlanId === null ? receivedQuantity > 0 : status === 'RECEIVED'),
  );
  if (!permission.allowed || undecided.length === 0) return null;
  return (
    <div className="row">
      {undecided.map(({ packListId, number, missingQuantity }) => (
        <ActionButton
          key={packListId}
          size="xs"
          permission={permission}
          onClick={() =>
            setChosen({
              packListId,
              packListNumber: number,
              missingQuantity,
              supplierId: order.supplierId,
              debtor: 'SUPPLIER',
            })
          }
        >
          {t('shipments:receiving.decide.of', { name: number })}
        </ActionButton>
      ))}
      {chosen && (
        <Dialog title={t('shipments:receiving.decide.of', { name: chosen.packListNumber })} onClose={close}>
          <DecideForm missing={chosen} onDone={close} />
        </Dialog>
      )}
    </div>
  );
}
