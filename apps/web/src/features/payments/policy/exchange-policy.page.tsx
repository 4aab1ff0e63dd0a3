import { Skeleton } from '@mantine/core';
import { getExchangePolicy, previewExchangePolicy } from '@quayside/contracts/payments/exchange-policy';
import { EXCHANGE_POLICIES, type ExchangePolicy } from '@quayside/domain/payables/exchange';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceCards, Followed } from '../../../components/ui/choice-cards.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount, usePermission } from '../../../lib/session/account.ts';
import { read } from '../../../lib/api/query-client.ts';
import { PolicyDialog } from './policy-dialog.tsx';

/** The page on which both exchange policies are explained, and an admin changes to the other one. */
export function ExchangePolicyPage() {
  const t = useT();
  const { settings } = useAccount();
  const state = useQuery(read('exchange-policy', getExchangePolicy, {}));
  const permission = usePermission(previewExchangePolicy);
  const [chosen, setChosen] = useState<ExchangePolicy>();
  const change = state.data?.change;
  return (
    <PageFrame title={t('payments:policy.title')}>
      <p className="muted">{t('payments:policy.intro', { currency: settings.currency })}</p>
      {state.isError && (
        <ErrorState error={state.error} record={t('payments:policy.entity')} onRetry={() => void state.refetch()} />
      )}
      {state.isPending && <Skeleton height={180} radius={10} aria-label={t('loading')} />}
      {state.data && (
        <>
          {change && change.endedAt === null && (
            <Followed
              title={t('payments:policy.following')}
              done={change.done}
              count={change.invoices}
              words={(shown) => t('payments:policy.followed', shown)}
            />
          )}
          <ChoiceCards
            choices={EXCHANGE_POLICIES.map((policy) => ({
              id: policy,
              name: t(`payments:policy.names.${policy}`),
              what: t(`payments:policy.${policy}.cost`),
              note: t(`payments:policy.${policy}.moves`),
              preview: t(`payments:policy.${policy}.preview`),
            }))}
            used={state.data.policy}
            usedLabel={t('payments:policy.inUse')}
            permission={permission}
            onChoose={setChosen}
          />
        </>
      )}
      {chosen && <PolicyDialog policy={chosen} onClose={() => setChosen(undefined)} />}
    </PageFrame>
  );
}
