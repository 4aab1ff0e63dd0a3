import { t } from '../../i18n/i18n.ts';
import { countUnsaved } from '../../lib/unsaved.ts';
import { confirm } from '../ui/confirm.tsx';

/** Asks before input is lost. True: it may be lost. */
export const confirmDiscard = (count: number): Promise<boolean> =>
  confirm({
    title: t('leave.title', { count }),
    body: t('leave.body'),
    action: t('leave.discard', { count }),
    cancel: t('leave.keep'),
    danger: true,
  });

/** Called before the session ends or moves to another account: asks when the page has unsaved input. True: go on. */
export async function confirmLeave(): Promise<boolean> {
  const count = await countUnsaved();
  return count === 0 || (await confirmDiscard(count));
}
