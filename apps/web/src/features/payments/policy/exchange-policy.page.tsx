import { Progress, Skeleton } from '@mantine/core';
import {
  type ExchangePolicyState,
  getExchangePolicy,
  previewExchangePolicy,
} from '@quayside/contracts/exchange-policy';
import { EXCHANGE_POLICIES, type ExchangePolicy } from '@quayside/domain/payables/exchange';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount, usePermission } from '../../../lib/account.ts';
import { formatCount } from '../../../lib/format.ts';
import { read } from '../../../lib/query-client.ts';
import classes from '../payments.module.css';
import { PolicyDialog } from './policy-dialog.tsx';

/** The page on which both exchange policies are explained, and an admin changes to the other one. */
export function ExchangePolicyPage() {
  const t = useT();
  const { settings } = useAccount();
  const state = useQuery(read('exchange-policy', getExchangePolicy, {}));
  const [chosen, setChosen] = useState<ExchangePolicy>();
  return (
    <PageFrame title={t('payments:policy.title')}>
      <p className="muted">{t('payments:policy.intro', { currency: settings.currency })}</p>
      {state.isError && (
        <ErrorState error={state.error} entity={t('payments:policy.entity')} onRetry={() => void state.refetch()} />
      )}
      {state.isPending && <Skeleton height={180} radius={10} aria-label={t('loading')} />}
      {state.data && (
        <>
          <Followed state={state.data} />
          <div className={classes.policies}>
            {EXCHANGE_POLICIES.map((policy) => (
              <PolicyCard
                key={policy}
                policy={policy}
                isUsed={policy === state.data.policy}
                onChoose={() => setChosen(policy)}
              />
            ))}
          </div>
        </>
      )}
      {chosen && <PolicyDialog policy={chosen} onClose={() => setChosen(undefined)} />}
    </PageFrame>
  );
}

interface PolicyCardProps {
  readonly policy: ExchangePolicy;
  readonly isUsed: boolean;
  readonly onChoose: () => void;
}

function PolicyCard({ policy, isUsed, onChoose }: PolicyCardProps) {
  const t = useT();
  const permission = usePermission(previewExchangePolicy);
  return (
    <Card
      title={t(`payments:policy.names.${policy}`)}
      end={isUsed && <Chip tone="accent">{t('payments:policy.inUse')}</Chip>}
    >
      <div className={classes.policy}>
        <p>{t(`payments:policy.${policy}.cost`)}</p>
        <p className="muted">{t(`payments:policy.${policy}.moves`)}</p>
        {!isUsed && (
          <div>
            <ActionButton permission={permission} onClick={onChoose}>
              {t(`payments:policy.${policy}.preview`)}
            </ActionButton>
          </div>
        )}
      </div>
    </Card>
  );
}

/** How many invoices follow the change, while it is under way. Live messages keep it up to date. */
function Followed({ state: { change } }: { readonly state: ExchangePolicyState }) {
  const t = useT();
  if (change === null || change.endedAt !== null) return null;
  const title = t('payments:policy.following');
  const percent = change.invoices === 0 ? 100 : (100 * change.done) / change.invoices;
  return (
    <Card>
      <div className={classes.policy}>
        <p role="status">{title}</p>
        <Progress value={percent} size="sm" radius="xl" aria-label={title} />
        <p className="muted num">
          {t('payments:policy.followed', { done: formatCount(change.done), count: change.invoices })}
        </p>
      </div>
    </Card>
  );
}
