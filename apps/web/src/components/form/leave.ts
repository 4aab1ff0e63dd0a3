import { t } from '../../i18n/i18n.ts';
import { countUnsaved } from '../../lib/editing/unsaved.ts';
import { confirm } from '../ui/confirm.tsx';

/** Asks for confirmation before unsaved input is lost. Resolves to true when the person agrees. */
export const confirmDiscard = (count: number): Promise<boolean> =>
  confirm({
    title: t('leave.title', { count }),
    body: t('leave.body'),
    action: t('leave.discard', { count }),
    cancel: t('leave.keep'),
    danger: true,
  });

/**
 * Called before the session ends or the person switches to another account. If the page has unsaved input, asks for
 * confirmation. Resolves to true when the page may be left.
 */
export async function confirmLeave(): Promise<boolean> {
  const count = await countUnsaved();
  return count === 0 || (await confirmDiscard(count));
}
