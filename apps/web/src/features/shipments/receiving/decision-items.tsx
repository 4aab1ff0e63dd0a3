import { type MissingDecision, takeBackDecision } from '@quayside/contracts/stock/missing';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { refetchShown } from '../../../lib/api/query-client.ts';
import { formatCount, formatDay, langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import packing from '../packing/packing.module.css';
import classes from './receiving.module.css';

/** What was decided about missing units, the newest first. A decision can be taken back. */
export function DecisionItems({ decisions }: { decisions: readonly MissingDecision[] }) {
  const t = useT();
  const permission = usePermission(takeBackDecision);
  const taking = useWrite({
    send: ({ id }: MissingDecision) => call(takeBackDecision, { params: { id } }),
    failure: { verb: 'delete', entity: t('shipments:receiving.decide.entity') },
    onSuccess: () => toast('success', t('shipments:receiving.decide.takenBack'), { scope: 'global' }),
    onError: refetchShown,
  });
  return (
    <>
      <h3 className="item-title">{t('shipments:receiving.decide.list')}</h3>
      <ul className={packing.list} aria-label={t('shipments:receiving.decide.list')}>
        {decisions.map((decision) => (
          <li key={decision.id} className={packing.item}>
            <span className={decision.takenBackAt === null ? 'num' : `num ${classes.over}`}>{nameOf(t, decision)}</span>
            <span className={`${packing.facts} muted`}>
              <span>{t(`shipments:receiving.decide.by.${decision.debtor}`)}</span>
              <span>{formatDay(decision.day)}</span>
              {decision.words !== null && <span lang={langOf(decision.words)}>{decision.words}</span>}
              {decision.found > 0 && (
                <span>{t('shipments:receiving.decide.found', { formatted: formatCount(decision.found) })}</span>
              )}
              {decision.creditNote && (
                <Link to={paths.invoice(decision.creditNote.id)}>
                  {t('shipments:receiving.decide.credit', { label: decision.creditNote.label })}
                </Link>
              )}
            </span>
            {permission.allowed && decision.takenBackAt === null && (
              <span className={packing.buttons}>
                <ActionButton
                  size="xs"
                  blocked={decision.can.takeBack.reason}
                  loading={taking.isPending && taking.variables.id === decision.id}
                  aria-label={t('shipments:receiving.decide.takeBackOf', { name: nameOf(t, decision) })}
                  onClick={() => taking.mutate(decision)}
                >
                  {t('shipments:receiving.decide.takeBack')}
                </ActionButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const nameOf = (t: T, { quantity, packListNumber }: MissingDecision): string =>
  t('shipments:receiving.decide.item', { quantity: formatCount(quantity), packList: packListNumber });
