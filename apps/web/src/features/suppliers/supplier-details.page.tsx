import { Skeleton } from '@mantine/core';
import { deleteSupplier, mergeSuppliers, patchSupplier, type Supplier, supplierBody, updateSupplier } from '@quayside/contracts/suppliers';
import { IconArchive, IconArchiveOff, IconCompass, IconLock, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useMatch, useParams } from 'react-router';
import { Form, SaveBar } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card, KeyValues } from '../../components/ui/card.tsx';
import { InUseDialog } from '../../components/ui/in-use-dialog.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState, Note } from '../../components/ui/states.tsx';
import { StatusChip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { isApiError } from '../../lib/api-error.ts';
import { formatCount, formatInstant, formatRelative, langOf } from '../../lib/format.ts';
import { paths, routes } from '../../lib/paths.ts';
import { toast } from '../../lib/toasts.ts';
import { useSupplier, useUpdateSupplier } from './api.ts';
import { BankCard } from './bank/bank-card.tsx';
import { BankHistory } from './bank/bank-history.tsx';
import { DuplicatesNote } from './merge/duplicates-note.tsx';
import { MergeDialog } from './merge/merge-dialog.tsx';
import { useMergeFlow } from './merge/use-merge-flow.ts';
import { useTypedDuplicates } from './merge/use-typed-duplicates.ts';
import { PurchasesTab } from './purchases/purchases-tab.tsx';
import { invoicesOf, productsOf } from './supplier-columns.tsx';
import { SupplierFields, useConflictFields } from './supplier-fields.tsx';
import { valuesOf } from './supplier-values.ts';
import classes from './suppliers.module.css';
import { useSupplierActions } from './use-supplier-actions.ts';

/** One supplier: its fields, what uses it, archive and delete. */
export function SupplierDetailsPage() {
  const { id = '' } = useParams();
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const t = useT();
  const supplier = useSupplier(id);
  const breadcrumb = [{ label: t('suppliers:title'), to: paths.suppliers() }];
  const isUnknown = isApiError(supplier.error) && [400, 404, 422].includes(supplier.error.status);
  if (supplier.data && !isUnknown) return <Details supplier={supplier.data} />;
  return (
    <PageFrame title={t('suppliers:title')} breadcrumb={breadcrumb}>
      {isUnknown && (
        <Card flush>
          <EmptyState
            icon={IconCompass}
            title={t('errors:entityNotFound', { entity: t('suppliers:entity') })}
            actions={
              <ActionButton variant="filled" to={paths.suppliers()}>
                {t('suppliers:backToList')}
              </ActionButton>
            }
          >
            {t('suppliers:notFoundHint')}
          </EmptyState>
        </Card>
      )}
      {supplier.isError && !isUnknown && <ErrorState error={supplier.error} entity={t('suppliers:entity')} onRetry={() => void supplier.refetch()} />}
      {supplier.isPending && (
        <div className={classes.skeleton} role="status" aria-label={t('loading')}>
          <Skeleton height={196} radius={10} />
          <Skeleton height={264} radius={10} />
          <Skeleton height={220} radius={10} />
        </div>
      )}
    </PageFrame>
  );
}

function Details({ supplier }: { supplier: Supplier }) {
  const t = useT();
  const permission = usePermission(updateSupplier);
  const update = useUpdateSupplier(supplier.id);
  // What this page itself wrote is no surprise to its own form.
  const ownVersion = useRef(supplier.version);
  const form = useAppForm({
    schema: supplierBody,
    initial: valuesOf(supplier),
    rowVersion: supplier.version,
    submit: async (body) => {
      const fresh = await update.mutateAsync({ ...body, version: Math.max(body.version ?? 0, ownVersion.current) });
      ownVersion.current = fresh.version;
    },
    onSaved: () => toast('success', t('suppliers:saved', { name: supplier.companyName })),
  });
  const actions = useSupplierActions(supplier, (fresh) => {
    if (ownVersion.current === supplier.version) ownVersion.current = fresh.version;
  });
  const merging = useMergeFlow(supplier, (fresh) => {
    ownVersion.current = fresh.version;
  });
  const duplicates = useTypedDuplicates(form.values, supplier.id);
  const mayMerge = usePermission(mergeSuppliers);
  const isPurchases = useMatch(routes.supplierPurchases) !== null;
  const isArchived = supplier.archivedAt !== null;
  const mayArchive = usePermission(patchSupplier);
  const mayDelete = usePermission(deleteSupplier);
  const conflictFields = useConflictFields();
  return (
    <PageFrame
      title={supplier.companyName}
      breadcrumb={[{ label: t('suppliers:title'), to: paths.suppliers() }]}
      badges={
        <>
          {supplier.localName && (
            <span className={classes.titleLocal} lang={langOf(supplier.localName)}>
              {supplier.localName}
            </span>
          )}
          {isArchived && <StatusChip family="supplier" value="ARCHIVED" />}
        </>
      }
      tabs={[
        { label: t('suppliers:tab.details'), to: paths.supplier(supplier.id) },
        { label: t('suppliers:tab.purchases'), to: paths.supplier(supplier.id, 'purchases') },
      ]}
      actions={
        <>
          {isArchived ? (
            <ActionButton icon={IconArchiveOff} permission={mayArchive} loading={actions.isBusy} onClick={actions.bringBack}>
              {t('restore')}
            </ActionButton>
          ) : (
            <ActionButton icon={IconArchive} permission={mayArchive} loading={actions.isBusy} onClick={actions.archive}>
              {t('archive')}
            </ActionButton>
          )}
          <ActionButton icon={IconTrash} color="danger" permission={mayDelete} loading={actions.isBusy} onClick={actions.remove}>
            {t('delete')}
          </ActionButton>
        </>
      }
    >
      {!permission.allowed && (
        <Note tone="neutral" icon={IconLock}>
          <b>{t('suppliers:readOnly')}</b> {permission.reason}
        </Note>
      )}
      {isArchived && (
        <Note tone="neutral" icon={IconArchive}>
          {t('suppliers:archivedNote')}
        </Note>
      )}
      <DuplicatesNote
        duplicates={duplicates}
        merge={{ permission: mayMerge, blocked: form.dirtyCount > 0 ? t('suppliers:duplicates.unsaved') : null, onMerge: merging.ask }}
      />
      {isPurchases ? (
        <PurchasesTab supplierId={supplier.id} />
      ) : (
        <div className={classes.split}>
          <div className={classes.main}>
            <Form form={form} label={supplier.companyName} conflictFields={conflictFields} guard={permission.allowed && !actions.isGone}>
              <SupplierFields form={form} readOnly={!permission.allowed} />
              <SaveBar form={form} permission={permission} />
            </Form>
            <BankCard supplier={supplier} />
          </div>
          <div className={classes.rail}>
            <Facts supplier={supplier} />
            <BankHistory supplierId={supplier.id} />
          </div>
        </div>
      )}
      {merging.other && <MergeDialog one={supplier} other={merging.other} isBusy={merging.isBusy} onMerge={merging.merge} onClose={merging.close} />}
      {actions.refusal && (
        <InUseDialog
          message={actions.refusal.message}
          uses={actions.refusal.uses}
          archive={t('suppliers:archive.action')}
          onArchive={isArchived ? undefined : actions.archiveInstead}
          onClose={actions.dropRefusal}
        />
      )}
    </PageFrame>
  );
}

/** What uses the supplier, and since when it is known. */
function Facts({ supplier }: { supplier: Supplier }) {
  const t = useT();
  return (
    <Card title={t('suppliers:facts.title')}>
      <KeyValues
        items={[
          {
            label: t('suppliers:facts.invoices'),
            value: supplier.invoiceCount > 0 ? <Link to={invoicesOf(supplier.id)}>{formatCount(supplier.invoiceCount)}</Link> : '0',
          },
          {
            label: t('suppliers:facts.products'),
            value: supplier.productCount > 0 ? <Link to={productsOf(supplier.id)}>{formatCount(supplier.productCount)}</Link> : '0',
          },
          { label: t('suppliers:facts.added'), value: <span title={formatInstant(supplier.createdAt)}>{formatRelative(supplier.createdAt)}</span> },
          { label: t('suppliers:facts.changed'), value: <span title={formatInstant(supplier.updatedAt)}>{formatRelative(supplier.updatedAt)}</span> },
        ]}
      />
    </Card>
  );
}
