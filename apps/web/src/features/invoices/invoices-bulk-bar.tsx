import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { BulkBar } from '../../components/ui/bulk-bar.tsx';
import { useT } from '../../i18n/i18n.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { setArchived } from './api.ts';

interface ArchiveInput {
  readonly invoices: readonly Pick<Invoice, 'id' | 'version'>[];
  readonly isArchived: boolean;
}

/** The bulk actions on invoices. They archive closed invoices and restore archived ones. */
export function InvoicesBulkBar({ rows, onClear }: { rows: readonly Invoice[]; onClear: () => void }) {
  const t = useT();
  const archivable = rows.filter((row) => row.can.archive.allowed);
  const archived = rows.filter((row) => row.archivedAt !== null);

  const change = useWrite({
    send: ({ invoices, isArchived }: ArchiveInput) => setArchived(invoices, isArchived),
    onSuccess: ({ done, error }, { invoices, isArchived }) => {
      if (error !== undefined) {
        const reason = failureText(error, { verb: 'update', entity: t('invoices:entity') });
        toast('error', t('invoices:archive.some', { done: done.length, count: invoices.length, reason }), {
          scope: 'global',
        });
        return;
      }
      onClear();
      toast(
        'success',
        t(isArchived ? 'invoices:archive.archivedMany' : 'invoices:archive.unarchivedMany', { count: done.length }),
        {
          onUndo: () => change.mutate({ invoices: done, isArchived: !isArchived }),
        },
      );
    },
  });
  return (
    <BulkBar count={rows.length} onClear={onClear}>
      <ActionButton
        size="xs"
        icon={IconArchive}
        loading={change.isPending}
        blocked={archivable.length === 0 ? t('invoices:archive.onlyClosed') : null}
        onClick={() => change.mutate({ invoices: archivable, isArchived: true })}
      >
        {t('invoices:archive.archiveMany', { count: archivable.length })}
      </ActionButton>
      {archived.length > 0 && (
        <ActionButton
          size="xs"
          icon={IconArchiveOff}
          loading={change.isPending}
          onClick={() => change.mutate({ invoices: archived, isArchived: false })}
        >
          {t('invoices:archive.unarchiveMany', { count: archived.length })}
        </ActionButton>
      )}
    </BulkBar>
  );
}
