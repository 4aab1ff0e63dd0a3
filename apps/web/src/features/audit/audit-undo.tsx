import type { AuditEntry } from '@quayside/contracts/audit';
import { IconArrowBackUp } from '@tabler/icons-react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatCount, formatInstant } from '../../lib/words/format.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { takeBack } from '../../lib/api/undo.ts';
import { useWrite } from '../../lib/api/write.ts';
import classes from './audit.module.css';

const MOST_NAMES = 3;

/** Takes back the operation that an entry was part of, and names the records that stay as they are. */
export function AuditUndo({ undo, timeZone }: { undo: NonNullable<AuditEntry['undo']>; timeZone: string }) {
  const t = useT();
  const back = useWrite({
    send: () => takeBack(undo.operationId),
    failure: { verb: 'update', entity: t('audit:undo.entity') },
    onSuccess: ({ restored, keptCount, kept }) => {
      const words = t('audit:undo.done', { count: restored, formatted: formatCount(restored) });
      const names = kept
        .slice(0, MOST_NAMES)
        .map(({ label, reason }) => t(`audit:undo.reason.${reason}`, { name: label }))
        .join(', ');
      const stay = { count: keptCount, formatted: formatCount(keptCount), names };
      const isWhole = keptCount === 0;
      toast(isWhole ? 'success' : 'info', isWhole ? words : `${words} ${t('audit:undo.stay', stay)}`, {
        scope: 'global',
      });
    },
  });
  return (
    <div className={classes.undo}>
      <ActionButton icon={IconArrowBackUp} loading={back.isPending} onClick={() => back.mutate()}>
        {t('audit:undo.verb')}
      </ActionButton>
      <p className={classes.quiet}>{t('audit:undo.until', { when: formatInstant(undo.until, timeZone) })}</p>
    </div>
  );
}
