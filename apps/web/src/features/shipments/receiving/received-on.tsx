import type { Order } from '@quayside/contracts/shipments/orders';
import { todayIn } from '@quayside/domain/days/days';
import type { Place } from '@quayside/domain/stock/places';
import { useMemo, useState } from 'react';
import { BulkSteps } from '../../../components/bulk/bulk-steps.tsx';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import classes from '../shipments.module.css';
import { ArrivalsPreview } from './arrivals-preview.tsx';
import { placeOptions } from '../place-words.ts';
import { useReceive, useReceivePreview } from './use-receive.ts';

interface ReceivedOnProps {
  readonly orders: readonly Order[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/**
 * The dialog that records when orders were received that no shipment plan carries: each on its day with the lead time
 * of its supplier, or all on one day.
 */
export function ReceivedOnDialog({ orders, onClose, onDone }: ReceivedOnProps) {
  const t = useT();
  const today = todayIn(Date.now(), useTimeZone());
  const [day, setDay] = useState('');
  const [place, setPlace] = useState<Place>('WAREHOUSE');
  const names = useMemo(() => new Map(orders.map((one) => [one.orderId, orderName(t, one)])), [orders, t]);
  const open = useMemo(() => orders.filter((one) => one.receivedQuantity < one.quantity), [orders]);
  const skipped = (answered: number) => {
    const count = orders.length - answered;
    return { count, words: t('shipments:receiving.on.skipped', { count }) };
  };
  return (
    <BulkSteps
      title={t('shipments:receiving.on.title')}
      request={{
        day: day === '' ? today : day,
        place,
        rows: open.map((order) => ({ orderId: order.orderId, ...(day === '' && { day: proposedDay(order, today) }) })),
      }}
      blocked={open.length === 0 ? t('shipments:receiving.on.nothing') : undefined}
      preview={useReceivePreview()}
      edit={useReceive()}
      words={{
        entities: t('shipments:receiving.receipts.title').toLowerCase(),
        apply: (count) => t('shipments:receiving.apply', { count, formatted: formatCount(count) }),
        working: t('shipments:receiving.working'),
      }}
      renderPreview={(preview) => (
        <ArrivalsPreview
          arrivals={preview}
          nameOf={({ orderId }) => names.get(orderId) ?? ''}
          skipped={skipped(new Set(preview.rows.map(({ orderId }) => orderId)).size)}
        />
      )}
      onClose={onClose}
      onDone={onDone}
    >
      <div className="stack">
        <p className="muted">
          {open.length === 0
            ? t('shipments:receiving.on.nothing')
            : t('shipments:receiving.on.body', { count: open.length, formatted: formatCount(open.length) })}
        </p>
        {open.length > 0 && (
          <div className={classes.fields}>
            <DayInput
              label={t('shipments:receiving.on.same')}
              description={t('shipments:receiving.on.sameHelp')}
              value={day}
              onChange={setDay}
            />
            <Chooser
              label={t('shipments:receiving.place')}
              data={placeOptions(t)}
              value={place}
              searchable
              onChange={(next) => next !== null && setPlace(next as Place)}
            />
          </div>
        )}
      </div>
    </BulkSteps>
  );
}

/** The day of the order with the lead time of its supplier, if that is known; never after today. */
function proposedDay({ date, expectedOn }: Order, today: string): string {
  const day = expectedOn ?? date;
  return day > today ? today : day;
}
