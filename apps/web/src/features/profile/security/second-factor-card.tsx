import {
  getSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
  turnOffSecondFactor,
} from '@quayside/contracts/accounts/second-factor';
import { useQuery } from '@tanstack/react-query';
import { IconDeviceMobile, IconKey, IconShieldLock, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { confirm, Dialog } from '../../../components/ui/confirm.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatInstant } from '../../../lib/words/format.ts';
import { queryClient, read } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { LoadingLines } from '../loading-lines.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';
import { SetUpDialog } from './set-up-dialog.tsx';

/** If this many recovery codes or fewer are left, the card suggests creating new ones. */
const FEW_CODES = 3;
const reload = () => queryClient.invalidateQueries({ queryKey: ['account'] });

/** The card for the second factor: its state, its set-up, its recovery codes, and a button that turns it off. */
export function SecondFactorCard() {
  const t = useT();
  const factor = useQuery(read('account', getSecondFactor, {}));
  const [isSettingUp, setSettingUp] = useState(false);
  return (
    <Card title={t('security:secondFactor.title')} hint={t('security:secondFactor.hint')}>
      {factor.isError && (
        <ErrorState
          error={factor.error}
          record={t('security:secondFactor.entity')}
          onRetry={() => void factor.refetch()}
        />
      )}
      {factor.isPending && <LoadingLines />}
      {factor.data &&
        (factor.data.isOn ? (
          <On factor={factor.data} onAnother={() => setSettingUp(true)} />
        ) : (
          <div className="stack">
            <p className={classes.words}>
              <Chip tone="neutral">{t('security:secondFactor.off')}</Chip> {t('security:secondFactor.offBody')}
            </p>
            <div className="row">
              <ActionButton icon={IconShieldLock} onClick={() => setSettingUp(true)}>
                {t('security:secondFactor.setUp')}
              </ActionButton>
            </div>
          </div>
        ))}
      {isSettingUp && (
        <SetUpDialog isAnother={factor.data?.isOn === true} onClose={() => (setSettingUp(false), void reload())} />
      )}
    </Card>
  );
}

function On({ factor, onAnother }: { factor: SecondFactor; onAnother: () => void }) {
  const t = useT();
  const { email } = useAccount().me;
  const [codes, setCodes] = useState<readonly string[]>();
  const failure = { verb: 'update', entity: t('security:secondFactor.entity') } as const;
  const renew = useWrite({
    send: () => call(renewRecoveryCodes, {}),
    failure,
    gcTime: 0,
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onSettled: reload,
  });
  const turnOff = useWrite({
    send: () => call(turnOffSecondFactor, {}),
    failure,
    onSuccess: () => toast('success', t('security:secondFactor.turnedOff')),
    onSettled: reload,
  });
  const confirmRenew = async () => {
    const isSure = await confirm({
      title: t('security:recovery.renewTitle'),
      body: t('security:recovery.renewBody'),
      action: t('security:recovery.renew'),
    });
    if (isSure) renew.mutate();
  };
  const confirmTurnOff = async () => {
    const isSure = await confirm({
      title: t('security:secondFactor.offTitle'),
      body: t('security:secondFactor.offAsk'),
      action: t('security:secondFactor.turnOff'),
      danger: true,
    });
    if (isSure) turnOff.mutate();
  };
  const kept =
    factor.requiredBy.length > 0 ? t('security:secondFactor.kept', { accounts: factor.requiredBy.join(', ') }) : null;
  return (
    <div className="stack">
      <p className={classes.words}>
        <Chip tone="positive">{t('security:secondFactor.on')}</Chip>{' '}
        {factor.since && t('security:secondFactor.since', { when: formatInstant(factor.since) })}{' '}
        {t('security:recovery.left', { count: factor.recoveryCodesLeft })}
      </p>
      {factor.recoveryCodesLeft <= FEW_CODES && <Note tone="warning">{t('security:recovery.few')}</Note>}
      {kept && <p className={classes.words}>{kept}</p>}
      <div className="row">
        <ActionButton icon={IconDeviceMobile} onClick={onAnother}>
          {t('security:secondFactor.another')}
        </ActionButton>
        <ActionButton icon={IconKey} loading={renew.isPending} onClick={() => void confirmRenew()}>
          {t('security:recovery.renew')}
        </ActionButton>
        <ActionButton
          icon={IconShieldOff}
          color="danger"
          blocked={kept}
          loading={turnOff.isPending}
          onClick={() => void confirmTurnOff()}
        >
          {t('security:secondFactor.turnOff')}
        </ActionButton>
      </div>
      {codes && (
        <Dialog title={t('security:recovery.title')} onClose={() => setCodes(undefined)}>
          <RecoveryCodes codes={codes} email={email} onKept={() => setCodes(undefined)} />
        </Dialog>
      )}
    </div>
  );
}
