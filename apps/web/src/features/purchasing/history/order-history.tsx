import { listPurchaseOrderHistory } from '@quayside/contracts/purchasing/purchase-orders';
import { CLOSE_REASONS, PURCHASE_ORDER_STATUSES, SHIPPING_METHODS } from '@quayside/domain/lists';
import { useMemo } from 'react';
import { HISTORY_PAGE, HistoryPanel, type HistoryWords } from '../../../components/record/history-panel.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDay, formatMoney, formatQuantity } from '../../../lib/words/format.ts';
import { loggedPaymentWords } from '../../../lib/words/logged-payments.ts';
import { loggedAction, loggedField } from '../../../lib/words/logged-words.ts';

const isOneOf = <V extends string>(list: readonly V[], value: string): value is V =>
  (list as readonly string[]).includes(value);
/** The audit log stores an amount with its currency: 5890.50 CNY. */
const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

function valueWords(t: T, field: string, value: string | null): string {
  if (value === null || value === '') return t('records:history.nothing');
  const payments = loggedPaymentWords(t, field, value);
  if (payments !== undefined) return payments;
  const amount = AMOUNT.exec(value);
  if (amount) return formatMoney(amount[1], amount[2] ?? '', { as: 'code', zero: 'figure' });
  if (DAY.test(value)) return formatDay(value);
  if (field === 'quantity' || field === 'askedQuantity') return formatQuantity(value, 'figure');
  if (field === 'status' && isOneOf(PURCHASE_ORDER_STATUSES, value)) return t(`status.purchaseOrder.${value}`);
  if (field === 'closeReason' && isOneOf(CLOSE_REASONS, value)) return t(`purchasing:closeReason.${value}`);
  if (field === 'shippingMethod' && isOneOf(SHIPPING_METHODS, value)) return t(`shippingMethod.${value}`);
  return value;
}

const wordsOf = (t: T): HistoryWords => ({
  action: loggedAction,
  field: ({ line, field }) => {
    const word = loggedField(field);
    return line ? t('purchasing:historyOfItem', { position: line.position ?? '?', field: word }) : word;
  },
  value: (field, value) => valueWords(t, field, value),
});

/** The history of a purchase order beside its page. */
export function OrderHistory({ id, number, onClose }: { id: string; number: string; onClose: () => void }) {
  const t = useT();
  const words = useMemo(() => wordsOf(t), [t]);
  return (
    <HistoryPanel
      topic="purchase-orders"
      id={id}
      number={number}
      words={words}
      load={(page, signal) =>
        call(listPurchaseOrderHistory, { params: { id }, query: { page, size: HISTORY_PAGE }, signal })
      }
      onClose={onClose}
    />
  );
}
