import { listOrderHistory, type Order } from '@quayside/contracts/shipments/orders';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { useMemo } from 'react';
import { HISTORY_PAGE, HistoryPanel, type HistoryWords } from '../../../components/record/history-panel.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { loggedAction, loggedField } from '../../../lib/words/logged-words.ts';
import { orderName } from '../../../lib/words/order-name.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

function valueWords(t: T, field: string, value: string | null): string {
  if (value === null || value === '') return t('records:history.nothing');
  if (DAY.test(value)) return formatDay(value);
  const method = field === 'shippingMethod' ? SHIPPING_METHODS.find((one) => one === value) : undefined;
  return method ? t(`shippingMethod.${method}`) : value;
}

const wordsOf = (t: T): HistoryWords => ({
  action: loggedAction,
  field: ({ field }) => loggedField(field),
  value: (field, value) => valueWords(t, field, value),
});

/** The history of an order beside its page: who packed and changed what, and which plans its pack lists joined. */
export function OrderHistory({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useT();
  const words = useMemo(() => wordsOf(t), [t]);
  const { orderId } = order;
  return (
    <HistoryPanel
      topic="orders"
      id={orderId}
      number={orderName(t, order)}
      words={words}
      load={(page, signal) =>
        call(listOrderHistory, { params: { orderId }, query: { page, size: HISTORY_PAGE }, signal })
      }
      onClose={onClose}
    />
  );
}
