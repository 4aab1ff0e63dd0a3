import { Skeleton } from '@mantine/core';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSuppliers } from '../../lib/supplier-options.ts';
import { NewInvoiceForm } from './add/new-invoice-form.tsx';
import { usePlanToPair } from './add/plan-to-pair.tsx';
import { useOpenOrders } from './purchase-orders/open-orders.ts';

/** The page to create an invoice, by uploading its document or from typed values. */
export function InvoiceAddPage() {
  const t = useT();
  const [params] = useSearchParams();
  const suppliers = useSuppliers();
  const orders = useOpenOrders();
  const first = params.get('supplier') ?? '';
  const firstOrder = params.get('order') ?? '';
  const plan = usePlanToPair(params.get('plan') ?? undefined);
  // The currency of the form is that of its first supplier or of its purchase order, so it waits for the suppliers, and
  // also for newer ones if the cached ones lack that supplier. Once shown, the form stays, with what was typed.
  const isShown = useRef(false);
  const isKnown = suppliers.data?.some(({ id }) => id === first) === true;
  const isOrderKnown = firstOrder === '' || orders.data?.some(({ id }) => id === firstOrder) === true;
  isShown.current ||=
    !suppliers.isPending &&
    !plan.isLoading &&
    (isOrderKnown || !orders.isFetching) &&
    (first === '' || isKnown || !suppliers.isFetching);
  return (
    <PageFrame title={t('invoices:add.title')} breadcrumb={[{ label: t('invoices:title'), to: paths.invoices() }]}>
      {suppliers.isError && (
        <ErrorState
          error={suppliers.error}
          entity={t('invoices:supplier').toLowerCase()}
          onRetry={() => void suppliers.refetch()}
        />
      )}
      {isShown.current ? (
        <NewInvoiceForm
          suppliers={suppliers.data}
          first={first}
          orders={orders.isPending ? [] : orders.data}
          firstOrder={firstOrder}
          plan={plan.data}
          isPlanUnknown={plan.isError}
        />
      ) : (
        <Skeleton height={360} role="status" aria-label={t('loading')} />
      )}
    </PageFrame>
  );
}
