import { deleteOrder, type Order } from '@quayside/contracts/shipments/orders';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { type ApiError, hasCode } from '../../../lib/errors/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { paths } from '../../../lib/paths.ts';
import { toast, toastFailure } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';

/** Removes an order after a question: its line keeps its amount and has no units any more. Then leaves its page. */
export function useRemoveOrder(order: Pick<Order, 'orderId' | 'invoiceNumber' | 'linePosition'>) {
  const t = useT();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<ApiError>();
  const [isGone, setGone] = useState(false);
  // The page is left only once it does not show the order any more, or it would load what is gone.
  useEffect(() => {
    if (isGone) void navigate(paths.orders(), { replace: true });
  }, [isGone, navigate]);
  const removal = useWrite({
    send: () => call(deleteOrder, { params: { orderId: order.orderId } }),
    onSuccess: () => {
      setGone(true);
      toast('success', t('shipments:orders.removed', { order: orderName(t, order) }), { scope: 'global' });
    },
    onError: (error) =>
      hasCode(error, 'shipments.in_use')
        ? setRefusal(error)
        : toastFailure(error, { verb: 'delete', entity: t('shipments:orders.entity') }),
  });
  const remove = async () => {
    const isSure = await confirm({
      title: t('shipments:orders.removeTitle', { order: orderName(t, order) }),
      body: t('shipments:orders.removeBody'),
      action: t('shipments:orders.remove'),
      danger: true,
    });
    if (isSure) removal.mutate();
  };
  return { remove, isBusy: removal.isPending, refusal, dropRefusal: () => setRefusal(undefined), isGone };
}
