import type { AuditEntry } from '@quayside/contracts/audit';
import { IconArrowBackUp } from '@tabler/icons-react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatInstant } from '../../lib/words/format.ts';
import { tellUndone } from '../../lib/toasts/tell-undone.ts';
import { takeBack } from '../../lib/api/undo.ts';
import { useWrite } from '../../lib/api/write.ts';
import classes from './audit.module.css';

/** Takes back the operation that an entry was part of, and names the records that stay as they are. */
export function AuditUndo({ undo, timeZone }: { undo: NonNullable<AuditEntry['undo']>; timeZone: string }) {
  const t = useT();
  const back = useWrite({
    send: () => takeBack(undo.operationId),
    failure: { verb: 'update', entity: t('audit:undo.entity') },
    onSuccess: (undone) =>
      tellUndone(undone, {
        undone: (values) => t('audit:undo.done', values),
        stay: (values) => t('audit:undo.stay', values),
        reason: (reason, values) => t(`audit:undo.reason.${reason}`, values),
      }),
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
