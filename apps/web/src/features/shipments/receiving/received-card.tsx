import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { receivedPath } from '../../../components/record/shipment-tabs.ts';
import { useT } from '../../../i18n/i18n.ts';
import { DecisionItems } from './decision-items.tsx';
import { ReceiptItems } from './receipt-items.tsx';
import { decisionsOf, MOST_SHOWN, type Received, receiptsOf } from './receiving-calls.ts';

/** What has arrived of an order or of a shipment plan, and what was decided about what is missing. */
export function ReceivedCard({ of, children }: { of: Received; children?: ReactNode }) {
  const t = useT();
  const receipts = useQuery(receiptsOf(of));
  const decisions = useQuery(decisionsOf(of));
  const failed = [receipts, decisions].find(({ isError }) => isError);
  const count = receipts.data?.totalElements ?? 0;
  return (
    <Card
      title={t('shipments:receiving.receipts.title')}
      end={
        count > MOST_SHOWN && (
          <Link to={`${receivedPath('receipts')}?${new URLSearchParams({ [`f.${of.field}.in`]: of.id })}`}>
            {t('shipments:receiving.receipts.more')}
          </Link>
        )
      }
    >
      {failed ? (
        <ErrorState
          error={failed.error}
          entity={t('shipments:receiving.receipts.entity')}
          onRetry={() => void Promise.all([receipts.refetch(), decisions.refetch()])}
        />
      ) : receipts.data && decisions.data ? (
        <div className="stack">
          <ReceiptItems receipts={receipts.data.content} />
          {children}
          {decisions.data.content.length > 0 && <DecisionItems decisions={decisions.data.content} />}
        </div>
      ) : (
        <Skeleton height={72} role="status" aria-label={t('loading')} />
      )}
    </Card>
  );
}
