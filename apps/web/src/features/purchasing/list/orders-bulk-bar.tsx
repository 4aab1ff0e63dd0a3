import type { PurchaseOrder } from '@quayside/contracts/purchasing/purchase-order-header';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { BulkBar } from '../../../components/ui/bulk-bar.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { failureText } from '../../../lib/errors/failure-text.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { setArchived } from '../api.ts';

interface ArchiveInput {
  readonly orders: readonly Pick<PurchaseOrder, 'id' | 'version'>[];
  readonly isArchived: boolean;
}

/** The bulk actions on purchase orders. They archive drafts and closed ones, and restore archived ones. */
export function OrdersBulkBar({ rows, onClear }: { rows: readonly PurchaseOrder[]; onClear: () => void }) {
  const t = useT();
  const archivable = rows.filter((row) => row.archivedAt === null && row.can.archive.allowed);
  const archived = rows.filter((row) => row.archivedAt !== null);
  const change = useWrite({
    send: ({ orders, isArchived }: ArchiveInput) => setArchived(orders, isArchived),
    onSuccess: ({ done, error }, { orders, isArchived }) => {
      if (error !== undefined) {
        const reason = failureText(error, { verb: 'update', entity: t('purchasing:entity') });
        toast('error', t('purchasing:archive.some', { done: done.length, count: orders.length, reason }), {
          scope: 'global',
        });
        return;
      }
      onClear();
      toast(
        'success',
        t(isArchived ? 'purchasing:archive.archivedMany' : 'purchasing:archive.restoredMany', { count: done.length }),
        { onUndo: () => change.mutate({ orders: done, isArchived: !isArchived }) },
      );
    },
  });
  return (
    <BulkBar count={rows.length} onClear={onClear}>
      <ActionButton
        size="xs"
        icon={IconArchive}
        loading={change.isPending}
        blocked={archivable.length === 0 ? t('purchasing:archive.notOpen') : null}
        onClick={() => change.mutate({ orders: archivable, isArchived: true })}
      >
        {t('purchasing:archive.archiveMany', { count: archivable.length })}
      </ActionButton>
      {archived.length > 0 && (
        <ActionButton
          size="xs"
          icon={IconArchiveOff}
          loading={change.isPending}
          onClick={() => change.mutate({ orders: archived, isArchived: false })}
        >
          {t('purchasing:archive.restoreMany', { count: archived.length })}
        </ActionButton>
      )}
    </BulkBar>
  );
}
