import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { IconShip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnknownRow, LoadingCards } from '../../../components/record/record-page.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { planQuery } from './plan-calls.ts';

interface PlanFrameProps {
  readonly id: string;
  /** Renders the page once the plan is loaded. `readAt` is when it was read, in milliseconds. */
  readonly children: (plan: ShipmentPlanWithPackLists, readAt: number) => ReactNode;
}

/** Loads a shipment plan for a page, with the states while it is loaded, unknown or failed. */
export function PlanFrame({ id, children }: PlanFrameProps) {
  const t = useT();
  const query = useQuery(planQuery(id));
  // A plan goes when its last pack list is taken out, which somebody else may do while it is open here.
  const isUnknown = isUnknownRow(query.error);
  if (query.data && !isUnknown) return children(query.data, query.dataUpdatedAt);
  const title = t('shipments:plans.title');
  return (
    <PageFrame
      title={query.isPending ? t('loading') : title}
      breadcrumb={[{ label: title, to: paths.shipmentPlans() }]}
    >
      {query.isPending ? (
        <LoadingCards heights={[72, 320, 220]} />
      ) : isUnknown ? (
        <Card>
          <EmptyState
            icon={IconShip}
            title={t('shipments:plans.notFound')}
            actions={<ActionButton to={paths.shipmentPlans()}>{t('back')}</ActionButton>}
          >
            {t('shipments:plans.notFoundHint')}
          </EmptyState>
        </Card>
      ) : (
        <ErrorState error={query.error} record={t('shipments:plans.entity')} onRetry={() => void query.refetch()} />
      )}
    </PageFrame>
  );
}
