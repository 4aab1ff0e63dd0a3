import { Skeleton } from '@mantine/core';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { invoiceQuery } from './api.ts';
import { EditorProvider } from './editor/use-editor.ts';
import { InvoiceConflict } from './conflict/invoice-conflict.tsx';
import classes from './invoices.module.css';
import { InvoiceScreen, type InvoiceSlots } from './page/invoice-screen.tsx';
import { useInvoiceEditor } from './page/use-invoice-editor.ts';

/** The page of one invoice: its header, its lines, and how their costs are spread. */
export function InvoicePage(slots: InvoiceSlots) {
  const t = useT();
  const { invoiceId = '' } = useParams();
  const query = useQuery(invoiceQuery(invoiceId));
  if (query.data) return <Loaded key={invoiceId} invoice={query.data} readAt={query.dataUpdatedAt} slots={slots} />;
  const crumbs = [{ label: t('invoices:title'), to: paths.invoices() }];
  if (query.isPending)
    return (
      <PageFrame title={t('loading')} breadcrumb={crumbs}>
        <Waiting />
      </PageFrame>
    );
  const isUnknown = isApiError(query.error) && (query.error.status === 404 || query.error.status === 422);
  return (
    <PageFrame title={t('invoices:title')} breadcrumb={crumbs}>
      {isUnknown ? (
        <Card>
          <EmptyState
            icon={IconFileText}
            title={t('invoices:header.notFound')}
            actions={<ActionButton to={paths.invoices()}>{t('back')}</ActionButton>}
          >
            {t('errors:notFoundHint')}
          </EmptyState>
        </Card>
      ) : (
        <ErrorState error={query.error} record={t('invoices:entity')} onRetry={() => void query.refetch()} />
      )}
    </PageFrame>
  );
}

function Waiting() {
  const label = useT()('loading');
  return (
    <div className={classes.skeletons} role="status" aria-label={label}>
      <Skeleton height={54} />
      <Skeleton height={54} />
      <Skeleton height={280} />
      <Skeleton height={56} />
    </div>
  );
}

function Loaded({ invoice, readAt, slots }: { invoice: InvoiceWithLines; readAt: number; slots: InvoiceSlots }) {
  const editor = useInvoiceEditor(invoice, readAt);
  return (
    <EditorProvider value={editor}>
      <InvoiceScreen stored={invoice} slots={slots} />
      <InvoiceConflict />
    </EditorProvider>
  );
}
