import { type Receipt, reverseReceipt } from '@quayside/contracts/receipts';
import { useState } from 'react';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { type ApiError, hasCode } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast, toastFailure } from '../../../lib/toasts.ts';
import { useWrite } from '../../../lib/write.ts';
import { refreshReceived, useReversalUndo } from './receiving-calls.ts';

/** A receipt that was not reversed because its units were used. */
export interface Refused {
  readonly receipt: Receipt;
  readonly error: ApiError;
}
interface Asked {
  readonly receipt: Receipt;
  /** Also when its units were used. */
  readonly isReplayed: boolean;
}

/** Reverses a receipt after a question. When its units were used, `refused` says what a replay would do. */
export function useReversal() {
  const t = useT();
  const undo = useReversalUndo();
  const [refused, setRefused] = useState<Refused>();
  const reversal = useWrite({
    send: ({ receipt: { id }, isReplayed }: Asked) =>
      call(reverseReceipt, { params: { id }, query: isReplayed ? { replay: 'true' } : {} }),
    onSuccess: ({ operationId }) =>
      toast('success', t('shipments:receiving.receipts.reversed'), { onUndo: () => undo(operationId) }),
    onError: (error, { receipt }) =>
      hasCode(error, 'stock.in_use')
        ? setRefused({ receipt, error })
        : toastFailure(error, { verb: 'delete', entity: t('shipments:receiving.receipts.entity') }),
    onSettled: refreshReceived,
  });
  const reverse = async (receipt: Receipt) => {
    const isSure = await confirm({
      title: t('shipments:receiving.receipts.reverseTitle'),
      body: t('shipments:receiving.receipts.reverseBody', {
        formatted: formatCount(receipt.quantity),
        name: receipt.packListNumber ?? receipt.sku,
      }),
      action: t('shipments:receiving.receipts.reverseAction'),
      danger: true,
    });
    if (isSure) reversal.mutate({ receipt, isReplayed: false });
  };
  const dropRefusal = () => setRefused(undefined);
  const replay = (receipt: Receipt) => {
    dropRefusal();
    reversal.mutate({ receipt, isReplayed: true });
  };
  return { reverse, replay, isBusy: reversal.isPending, refused, dropRefusal };
}
