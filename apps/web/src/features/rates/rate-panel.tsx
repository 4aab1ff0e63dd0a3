import { deleteExchangeRate, type ExchangeRate, patchExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { TextInput } from '../../components/form/inputs.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { formatDay, formatInstant } from '../../lib/words/format.ts';
import { useTyped } from '../../components/form/use-typed.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { takeBack } from '../../lib/api/undo.ts';
import { useWrite, write } from '../../lib/api/write.ts';
import { rateWords } from './rate-columns.tsx';
import classes from '../../components/ui/facts.module.css';

/** The panel beside the list with one rate. A person who may edit corrects or deletes it here. */
export function RatePanel({ rate, onClose }: { rate: ExchangeRate; onClose: () => void }) {
  const t = useT();
  const permission = usePermission(patchExchangeRate);
  const [typed, setTyped] = useState(rate.rate);
  useTyped(typed === rate.rate ? 0 : 1);
  const { id, version } = rate;
  const failing = { verb: 'update', entity: t('rates:entity') } as const;
  const saving = useWrite({
    send: () => call(patchExchangeRate, { params: { id }, body: { rate: typed.trim().replace(',', '.'), version } }),
    failure: failing,
    isShownInline: true,
    onSuccess: () => toast('success', t('rates:panel.saved')),
  });
  const deleting = useWrite({
    send: () => call(deleteExchangeRate, { params: { id }, ifMatch: version }),
    failure: { ...failing, verb: 'delete' },
    onSuccess: ({ operationId }) => {
      const undo = () => write(() => takeBack(operationId), { failure: failing });
      toast('success', t('rates:panel.deleted'), { scope: 'global', onUndo: () => void undo() });
      onClose();
    },
  });
  return (
    <Panel title={rateWords(t, rate)} subtitle={formatDay(rate.day)} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>{t('rates:column.origin')}</dt>
        <dd>{t(`rates:origin.${rate.origin}`)}</dd>
        {rate.who && (
          <>
            <dt>{t('rates:column.who')}</dt>
            <dd>{rate.who.name}</dd>
          </>
        )}
        <dt>{t('rates:column.updatedAt')}</dt>
        <dd>{formatInstant(rate.updatedAt)}</dd>
      </dl>
      {permission.allowed && (
        <form className="stack" onSubmit={(event) => (event.preventDefault(), saving.mutate())}>
          <TextInput
            label={t('rates:panel.correct')}
            description={t('rates:panel.correctHelp')}
            className="num"
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            value={typed}
            error={saving.problem}
            onChange={(next) => (saving.reset(), setTyped(next))}
          />
          <div className="row">
            <ActionButton
              type="submit"
              variant="filled"
              loading={saving.isPending}
              disabled={typed.trim() === rate.rate}
            >
              {t('rates:panel.save')}
            </ActionButton>
            <ActionButton
              icon={IconTrash}
              color="danger"
              loading={deleting.isPending}
              onClick={() => deleting.mutate()}
            >
              {t('rates:panel.delete')}
            </ActionButton>
          </div>
        </form>
      )}
    </Panel>
  );
}
