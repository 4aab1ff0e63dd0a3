import { t } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
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
async function takeImportBack(operationId: string, { entity, undone: wordsOf, refresh }: Undo): Promise<void> {
  const undone = await write(() => takeBack(operationId), { failure: { verb: 'update', entity } });
  if (!undone) return;
  const { restored, keptCount, kept } = undone.result;
  const words = wordsOf({ count: restored, formatted: formatCount(restored) });
  const names = kept.slice(0, 3).map(({ label, reason }) => t(`imports:keptReason.${reason}`, { name: label }));
  const values = { count: keptCount, formatted: formatCount(keptCount), names: names.join(', ') };
  if (keptCount === 0) toast('success', words, { scope: 'global' });
  else toast('info', `${words} ${t('imports:stay', values)}`, { scope: 'global' });
  refresh();
}
