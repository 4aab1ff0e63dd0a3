import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { useRef, useState } from 'react';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { useWrite, write } from '../../../lib/api/write.ts';

/** A movement as it is sent. */
export type MovementRow = Parameters<typeof call<typeof recordStockMovements>>[1]['body']['rows'][number];

/** How a failure of recording a movement is worded. */
export const recordingWords = (t: T) => ({ verb: 'create', entity: t('shipments:stock.movement.entity') }) as const;

/**
 * Records a movement. What changes places is asked about first: if its place has too little, the warning is shown, and
 * the movement is recorded when the person records it once more. The idempotency key belongs to the movement, and a
 * movement that may be recorded already is not asked about again: its own units would be missing from its place.
 */
export function useRecording(onClose: () => void) {
  const t = useT();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const sentKey = useRef<string>(undefined);
  const failure = recordingWords(t);
  const undo = async (operationId: string) => {
    await write(() => takeBack(operationId), {
      failure: { ...failure, verb: 'update' },
      done: t('shipments:stock.movement.undone'),
      scope: 'global',
    });
  };
  const {
    mutate: record,
    error,
    isPending,
  } = useWrite({
    send: async (row: MovementRow, key) => {
      const idempotencyKey = key();
      if (row.kind === 'MOVE' && warnings.length === 0 && sentKey.current !== idempotencyKey) {
        const asked = await call(recordStockMovements, { body: { rows: [row], preview: true } });
        if (asked.warnings.length > 0) return asked;
      }
      sentKey.current = idempotencyKey;
      return call(recordStockMovements, { body: { rows: [row] }, idempotencyKey });
    },
    failure,
    isShownInline: true,
    onSuccess: ({ operationId, warnings: found }) => {
      if (operationId === null) return setWarnings(found.map(({ message }) => message));
      const [warning] = found;
      toast(warning ? 'alert' : 'success', warning?.message ?? t('shipments:stock.movement.done'), {
        scope: 'global',
        onUndo: () => void undo(operationId),
      });
      onClose();
    },
  });
  return { record, error, isPending, warnings, dropWarnings: () => setWarnings([]) };
}
