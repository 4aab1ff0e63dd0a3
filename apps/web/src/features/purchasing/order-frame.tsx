import { Skeleton } from '@mantine/core';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { IconClipboardText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { purchaseOrderQuery } from './api.ts';

interface OrderFrameProps {
  readonly id: string;
  /** Renders the page once the purchase order is loaded. `readAt` is when it was read, in milliseconds. */
  readonly children: (order: PurchaseOrderWithItems, readAt: number) => ReactNode;
}

/** Loads a purchase order for a page, with the states while it is loaded, unknown or failed. */
export function OrderFrame({ id, children }: OrderFrameProps) {
  const t = useT();
  const query = useQuery(purchaseOrderQuery(id));
  if (query.data) return children(query.data, query.dataUpdatedAt);
  const crumbs = [{ label: t('purchasing:title'), to: paths.purchaseOrders() }];
  if (query.isPending)
    return (
      <PageFrame title={t('loading')} breadcrumb={crumbs}>
        <div className="stack" role="status" aria-label={t('loading')}>
          <Skeleton height={140} />
          <Skeleton height={280} />
          <Skeleton height={72} />
        </div>
      </PageFrame>
    );
  const isUnknown = isApiError(query.error) && (query.error.status === 404 || query.error.status === 422);
  return (
    <PageFrame title={t('purchasing:title')} breadcrumb={crumbs}>
      {isUnknown ? (
        <Card>
          <EmptyState
            icon={IconClipboardText}
            title={t('purchasing:notFound')}
            actions={<ActionButton to={paths.purchaseOrders()}>{t('back')}</ActionButton>}
          >
            {t('errors:notFoundHint')}
          </EmptyState>
        </Card>
      ) : (
        <ErrorState error={query.error} fixed="getPurchaseOrder" onRetry={() => void query.refetch()} />
      )}
    </PageFrame>
  );
}
