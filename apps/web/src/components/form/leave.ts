import { t } from '../../i18n/i18n.ts';
import { countUnsaved } from '../../lib/unsaved.ts';
import { confirm } from '../ui/confirm.tsx';

/** The one question before input is lost; true: it may be. */
export const askToDiscard = (count: number): Promise<boolean> =>
  confirm({
    title: t('leave.title', { count }),
    body: t('leave.body'),
    action: t('leave.discard', { count }),
    cancel: t('leave.keep'),
    danger: true,
  });

/** Before the session ends or goes to another account: asks where something on the page is not stored. True: go on. */
export async function mayLeave(): Promise<boolean> {
  const count = await countUnsaved();
  return count === 0 || (await askToDiscard(count));
}
