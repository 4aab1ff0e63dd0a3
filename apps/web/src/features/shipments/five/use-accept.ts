import type { BodyIn } from '@quayside/contracts/endpoint';
import { acceptDifference, takeBackAcceptedDifference } from '@quayside/contracts/stock/five-quantities';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { refetchShown } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';

/** Accepts a difference as it is; `name` names it in the message. */
export function useAccept(name: string) {
  const t = useT();
  return useWrite({
    send: (body: BodyIn<typeof acceptDifference>, key) => call(acceptDifference, { body, idempotencyKey: key() }),
    failure: { verb: 'create', entity: t('shipments:five.acceptedEntity') },
    isShownInline: true,
    onSuccess: () => toast('success', t('shipments:five.accepted', { difference: name }), { scope: 'global' }),
    onError: refetchShown,
  });
}

/** Takes back that a difference was accepted. */
export function useTakeBack() {
  const t = useT();
  return useWrite({
    send: (id: string) => call(takeBackAcceptedDifference, { params: { id } }),
    failure: { verb: 'delete', entity: t('shipments:five.acceptedEntity') },
    onSuccess: () => toast('success', t('shipments:five.takenBack'), { scope: 'global' }),
    onError: refetchShown,
  });
}
