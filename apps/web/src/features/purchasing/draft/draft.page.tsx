import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { nextNumberQuery, useSuppliers } from '../api.ts';
import { DraftForm } from './draft-form.tsx';

/** The page that starts a purchase order: who supplies it, its number, its day and its currency. */
export function DraftPage() {
  const t = useT();
  const [params] = useSearchParams();
  const suppliers = useSuppliers();
  const number = useQuery(nextNumberQuery());
  const first = params.get('supplier') ?? '';
  // The form starts with the currency of the first supplier. Once shown, it stays, with what was typed.
  const isShown = useRef(false);
  isShown.current ||= !suppliers.isPending && !number.isPending;
  return (
    <PageFrame
      title={t('purchasing:draft.title')}
      breadcrumb={[{ label: t('purchasing:title'), to: paths.purchaseOrders() }]}
    >
      {suppliers.isError && (
        <ErrorState
          error={suppliers.error}
          entity={t('purchasing:supplier').toLowerCase()}
          onRetry={() => void suppliers.refetch()}
        />
      )}
      {isShown.current ? (
        <DraftForm suppliers={suppliers.data ?? []} first={first} proposed={number.data?.internalPoNumber ?? ''} />
      ) : (
        <Skeleton height={320} role="status" aria-label={t('loading')} />
      )}
    </PageFrame>
  );
}
