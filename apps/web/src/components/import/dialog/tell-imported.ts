import { t } from '../../../i18n/i18n.ts';
import { tellUndone } from '../../../lib/toasts/tell-undone.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { write } from '../../../lib/api/write.ts';

interface Imported {
  /** "3 rates were imported." */
  readonly done: string;
  /** The operation that takes the import back; null: nothing was stored. */
  readonly operationId: string | null;
  readonly entity: string;
  /** "3 rates were restored or removed." */
  readonly undone: (values: { readonly count: number; readonly formatted: string }) => string;
  /** Tells the queries that what is imported has changed. */
  readonly refresh: () => void;
}

/** Says what was imported, with an undo that names what stays because it was changed since. */
export function tellImported({ done, operationId, ...undo }: Imported): void {
  const onUndo = operationId === null ? undefined : () => void takeImportBack(operationId, undo);
  toast('success', done, { scope: 'global', ...(onUndo && { onUndo }) });
  undo.refresh();
}

type Undo = Omit<Imported, 'done' | 'operationId'>;
async function takeImportBack(operationId: string, { entity, undone, refresh }: Undo): Promise<void> {
  const back = await write(() => takeBack(operationId), { failure: { verb: 'update', entity } });
  if (!back) return;
  tellUndone(back.result, {
    undone,
    stay: (values) => t('imports:stay', values),
    reason: (reason, values) => t(`imports:keptReason.${reason}`, values),
  });
  refresh();
}
