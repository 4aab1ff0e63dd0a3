import { reverseReceipt } from '@quayside/contracts/stock/receipts';
import { useState } from 'react';
import { useBulkUndo } from '../../../components/bulk/use-bulk-undo.ts';
import { confirm } from '../../../components/ui/confirm.tsx';
import { type ApiError, hasCode } from '../../../lib/errors/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { refetchShown } from '../../../lib/api/query-client.ts';
import { toast, toastFailure } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';

/** What a receipt and a row of opening stock, which is one as well, have in common. */
interface Reversible {
  readonly id: string;
}
/** A receipt that was not reversed because its units were used. */
export interface Refused<Row extends Reversible> {
  readonly row: Row;
  readonly error: ApiError;
}
interface Asked<Row> {
  readonly row: Row;
  /** Also when its units were used. */
  readonly isReplayed: boolean;
}
interface ReversalWords<Row> {
  /** The name of a row in the singular and in the plural, for failures. */
  readonly entity: string;
  readonly entities: string;
  readonly question: (row: Row) => { readonly title: string; readonly body: string; readonly action: string };
  readonly done: string;
  readonly restored: (count: number) => string;
}

/** Reverses a receipt after a question. When its units were used, `refused` says what a replay would do. */
export function useReceiptReversal<Row extends Reversible>(words: ReversalWords<Row>) {
  const undo = useBulkUndo({ entities: words.entities, undone: words.restored });
  const [refused, setRefused] = useState<Refused<Row>>();
  const reversal = useWrite({
    send: ({ row: { id }, isReplayed }: Asked<Row>) =>
      call(reverseReceipt, { params: { id }, query: isReplayed ? { replay: 'true' } : {} }),
    onSuccess: ({ operationId }) => toast('success', words.done, { onUndo: () => undo(operationId) }),
    onError: (error, { row }) => {
      if (hasCode(error, 'stock.in_use')) setRefused({ row, error });
      else toastFailure(error, { verb: 'delete', entity: words.entity });
      refetchShown();
    },
  });
  const reverse = async (row: Row) => {
    if (await confirm({ ...words.question(row), danger: true })) reversal.mutate({ row, isReplayed: false });
  };
  const dropRefusal = () => setRefused(undefined);
  const replay = (row: Row) => {
    dropRefusal();
    reversal.mutate({ row, isReplayed: true });
  };
  return { reverse, replay, isBusy: reversal.isPending, refused, dropRefusal };
}
