import { SegmentedControl } from '@mantine/core';
import { createSupplier } from '@quayside/contracts/suppliers';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { paths } from '../../lib/paths.ts';
import { useSuppliers } from './api.ts';
import classes from './invoices.module.css';
import { ByDocument } from './add/by-document.tsx';
import { ByHand } from './add/by-hand.tsx';

/** The page to create an invoice, either from typed values or by uploading its document. */
export function InvoiceAddPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const suppliers = useSuppliers();
  const way = params.get('from') === 'document' ? 'document' : 'hand';
  return (
    <PageFrame title={t('invoices:add.title')} breadcrumb={[{ label: t('invoices:title'), to: paths.invoices() }]}>
      <div className={classes.narrow}>
        <SegmentedControl
          className={classes.switch ?? ''}
          size="xs"
          aria-label={t('invoices:add.title')}
          value={way}
          data={[
            { value: 'hand', label: t('invoices:add.byHand') },
            { value: 'document', label: t('invoices:add.byDocument') },
          ]}
          onChange={(value) =>
            setParams((now) => (value === 'document' ? now.set('from', 'document') : now.delete('from'), now), {
              replace: true,
            })
          }
        />
        {suppliers.isError && (
          <ErrorState
            error={suppliers.error}
            entity={t('invoices:supplier').toLowerCase()}
            onRetry={() => void suppliers.refetch()}
          />
        )}
        {suppliers.data?.length === 0 ? (
          <NoSuppliers />
        ) : way === 'hand' ? (
          <ByHand key="hand" suppliers={suppliers.data ?? []} first={params.get('supplier') ?? ''} />
        ) : (
          <ByDocument key="document" suppliers={suppliers.data ?? []} first={params.get('supplier') ?? ''} />
        )}
      </div>
    </PageFrame>
  );
}

function NoSuppliers() {
  const t = useT();
  const permission = usePermission(createSupplier);
  return (
    <Card flush>
      <EmptyState
        icon={IconBuildingFactory2}
        title={t('invoices:add.noSuppliersTitle')}
        actions={
          <ActionButton variant="filled" to={paths.supplierAdd()} permission={permission}>
            {t('invoices:add.addSupplier')}
          </ActionButton>
        }
      >
        {t('invoices:add.noSuppliersBody')}
      </EmptyState>
    </Card>
  );
}
