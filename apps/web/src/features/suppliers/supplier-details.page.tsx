import {
  deleteSupplier,
  mergeSuppliers,
  patchSupplier,
  type Supplier,
  supplierBody,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMatch, useParams } from 'react-router';
import { Form, SaveBar } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { useOwnVersion } from '../../components/record/own-version.ts';
import { isUnknownRow, RecordPage, UnloadedRecord } from '../../components/record/record-page.tsx';
import { Note } from '../../components/ui/states.tsx';
import { StatusChip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { langOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useSupplier, useUpdateSupplier } from './api.ts';
import { BankCard } from './bank/bank-card.tsx';
import { BankHistory } from './bank/bank-history.tsx';
import { DuplicatesNote } from './merge/duplicates-note.tsx';
import { MergeDialog } from './merge/merge-dialog.tsx';
import { useMergeFlow } from './merge/use-merge-flow.ts';
import { useTypedDuplicates } from './merge/use-typed-duplicates.ts';
import { SupplierFacts } from './overview/supplier-facts.tsx';
import { SupplierOverview } from './overview/supplier-overview.tsx';
import { SupplierFields, useConflictFields } from './supplier-fields.tsx';
import { valuesOf } from './supplier-values.ts';
import classes from './suppliers.module.css';
import { useSupplierActions } from './use-supplier-actions.ts';

/** The parts of the page that other features provide. */
export interface SupplierSlots {
  readonly statement: (props: { readonly supplier: Supplier }) => ReactNode;
}

/**
 * The page of one supplier: the overview, the statement, the form with the bank details, and the actions archive,
 * delete and merge. Lists and links open the overview, because people look at a supplier more often than they change
 * it.
 */
export function SupplierDetailsPage(slots: SupplierSlots) {
  const { id = '' } = useParams();
  return <Loaded key={id} id={id} slots={slots} />;
}

function Loaded({ id, slots }: { id: string; slots: SupplierSlots }) {
  const t = useT();
  const supplier = useSupplier(id);
  if (supplier.data && !isUnknownRow(supplier.error)) return <Details supplier={supplier.data} slots={slots} />;
  return (
    <UnloadedRecord
      list={{ label: t('suppliers:title'), to: paths.suppliers() }}
      entity={t('suppliers:entity')}
      words={{ notFoundHint: t('suppliers:notFoundHint'), backToList: t('suppliers:backToList') }}
      error={supplier.error}
      onRetry={() => void supplier.refetch()}
      heights={[196, 264, 220]}
    />
  );
}

function Details({ supplier, slots }: { supplier: Supplier; slots: SupplierSlots }) {
  const t = useT();
  const permission = usePermission(updateSupplier);
  const update = useUpdateSupplier(supplier.id);
  const own = useOwnVersion(supplier.version);
  const form = useAppForm({
    schema: supplierBody,
    initial: valuesOf(supplier),
    rowVersion: supplier.version,
    failure: { verb: 'update', entity: t('suppliers:entity') },
    submit: async (body) => {
      const fresh = await update.mutateAsync({ ...body, version: own.newestOwn(body.version) });
      own.onWritten(fresh.version);
    },
    onSaved: () => toast('success', t('suppliers:saved', { name: supplier.companyName })),
  });
  const actions = useSupplierActions(supplier, (fresh) => {
    if (own.newestOwn() === supplier.version) own.onWritten(fresh.version);
  });
  const merging = useMergeFlow(supplier, (fresh) => own.onWritten(fresh.version));
  const duplicates = useTypedDuplicates(form.values, supplier.id);
  const mayMerge = usePermission(mergeSuppliers);
  const isOverview = useMatch('/suppliers/:id/overview') !== null;
  const isStatement = useMatch('/suppliers/:id/statement') !== null;
  const conflictFields = useConflictFields();
  return (
    <RecordPage
      title={supplier.companyName}
      list={{ label: t('suppliers:title'), to: paths.suppliers() }}
      row={supplier}
      actions={actions}
      calls={{ archive: patchSupplier, remove: deleteSupplier }}
      words={{ archivedNote: t('suppliers:archivedNote'), archive: t('suppliers:archive.action') }}
      notes={
        !permission.allowed && (
          <Note tone="neutral" icon={IconLock}>
            <b>{t('suppliers:readOnly')}</b> {permission.reason}
          </Note>
        )
      }
      badges={
        <>
          {supplier.localName && (
            <span className={classes.titleLocal} lang={langOf(supplier.localName)}>
              {supplier.localName}
            </span>
          )}
          {supplier.archivedAt !== null && <StatusChip family="supplier" value="ARCHIVED" />}
        </>
      }
      tabs={[
        { label: t('suppliers:tab.overview'), to: paths.supplier(supplier.id, 'overview') },
        { label: t('suppliers:tab.statement'), to: paths.supplier(supplier.id, 'statement') },
        { label: t('suppliers:tab.details'), to: paths.supplier(supplier.id) },
      ]}
    >
      {!isStatement && (
        <DuplicatesNote
          duplicates={duplicates}
          merge={{
            permission: mayMerge,
            blocked: form.dirtyCount > 0 ? t('suppliers:duplicates.unsaved') : null,
            onMerge: merging.ask,
          }}
        />
      )}
      {isStatement && slots.statement({ supplier })}
      {isOverview && <SupplierOverview supplier={supplier} />}
      {!isOverview && !isStatement && (
        <div className={classes.split}>
          <div className="stack">
            <Form
              form={form}
              label={supplier.companyName}
              conflictFields={conflictFields}
              guard={permission.allowed && !actions.isGone}
            >
              <SupplierFields form={form} readOnly={!permission.allowed} tolerances={supplier.tolerances} />
              <SaveBar form={form} permission={permission} />
            </Form>
            <BankCard supplier={supplier} />
          </div>
          <div className="stack">
            <SupplierFacts supplier={supplier} />
            <BankHistory supplierId={supplier.id} />
          </div>
        </div>
      )}
      {merging.other && (
        <MergeDialog
          one={supplier}
          other={merging.other}
          isBusy={merging.isBusy}
          onMerge={merging.merge}
          onClose={merging.close}
        />
      )}
    </RecordPage>
  );
}
