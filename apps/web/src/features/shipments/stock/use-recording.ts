import { recordStockMovements } from '@quayside/contracts/stock-movements';
import { useState } from 'react';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toasts.ts';
import { takeBack } from '../../../lib/undo.ts';
import { useWrite, type Write, write } from '../../../lib/write.ts';
import { refreshStock } from './stock-words.ts';

/** A movement as it is sent. */
export type MovementRow = Parameters<typeof call<typeof recordStockMovements>>[1]['body']['rows'][number];
interface Asked {
  readonly row: MovementRow;
  /** Only what the server warns of; nothing is recorded. */
  readonly preview: boolean;
}

/** How a failure of recording a movement is worded. */
export const recordingWords = (t: T) => ({ verb: 'create', entity: t('shipments:stock.movement.entity') }) as const;

/**
 * Records a movement. What changes places is asked about first: if its place has too little, the warning is shown, and
 * the movement is recorded when the person records it once more.
 */
export function useRecording(onClose: () => void) {
  const t = useT();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const failure = recordingWords(t);
  const undo = async (operationId: string) => {
    await write(() => takeBack(operationId), {
      failure: { ...failure, verb: 'update' },
      done: t('shipments:stock.movement.undone'),
      scope: 'global',
    });
    refreshStock();
  };
  const send = ({ row, preview }: Asked, key: () => string) =>
    call(recordStockMovements, { body: { rows: [row], preview }, idempotencyKey: key() });
  const recording: Write<Awaited<ReturnType<typeof send>>, Asked> = useWrite({
    send,
    failure,
    isShownInline: true,
    onSuccess: ({ operationId, warnings: found }, { row, preview }): unknown => {
      if (preview && found.length > 0) return setWarnings(found.map(({ message }) => message));
      if (preview || operationId === null) return recording.mutate({ row, preview: false });
      refreshStock();
      const [warning] = found;
      toast(warning ? 'alert' : 'success', warning?.message ?? t('shipments:stock.movement.done'), {
        scope: 'global',
        onUndo: () => void undo(operationId),
      });
      return onClose();
    },
  });
  const record = (row: MovementRow) => recording.mutate({ row, preview: row.kind === 'MOVE' && warnings.length === 0 });
  const { error, isPending } = recording;
  return { record, error, isPending, warnings, dropWarnings: () => setWarnings([]) };
}
