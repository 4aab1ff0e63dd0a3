import { bulkEditSuppliers } from '@quayside/contracts/suppliers/supplier-bulk-edits';
import { type Supplier, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { IconArchive, IconArchiveOff, IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { BulkBar } from '../../../components/ui/bulk-bar.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { SupplierBulkDialog, SupplierSteps } from './supplier-bulk-dialog.tsx';
import { selectionOf } from './supplier-changes.ts';

interface BarProps {
  readonly rows: readonly Supplier[];
  readonly reach: BulkReach;
  readonly onClear: () => void;
}
type Action = 'fields' | 'archive' | 'bringBack';

/** The bar of actions on the selected suppliers, or on all suppliers that match the filter. */
export function SuppliersBulkBar({ rows, reach, onClear }: BarProps) {
  const t = useT();
  const permission = usePermission(bulkEditSuppliers);
  const [action, setAction] = useState<Action>();
  const { isAll, total, filter, chooseAll } = reach;
  const totals = useQuery({ ...read('suppliers', supplierTotals, { query: filter }), enabled: isAll }).data;
  const count = isAll ? (totals?.count ?? total) : rows.length;
  const selection = selectionOf(rows, isAll ? filter : undefined);
  const areArchived = rows.length > 0 && rows.every(({ archivedAt }) => archivedAt !== null);
  const words = { count, formatted: formatCount(count) };
  const shared = { onClose: () => setAction(undefined), onDone: () => (setAction(undefined), onClear()) };
  return (
    <>
      <BulkBar
        count={count}
        onClear={onClear}
        {...(!isAll && total > rows.length
          ? { more: { label: t('bulk:selectAll', { formatted: formatCount(total) }), onClick: chooseAll } }
          : {})}
      >
        <ActionButton size="xs" icon={IconEdit} permission={permission} onClick={() => setAction('fields')}>
          {t('bulk:edit')}
        </ActionButton>
        <ActionButton
          size="xs"
          icon={areArchived ? IconArchiveOff : IconArchive}
          permission={permission}
          onClick={() => setAction(areArchived ? 'bringBack' : 'archive')}
        >
          {t(areArchived ? 'bulk:bringBack' : 'bulk:archive')}
        </ActionButton>
      </BulkBar>
      {action === 'fields' && <SupplierBulkDialog selection={selection} count={count} {...shared} />}
      {(action === 'archive' || action === 'bringBack') && (
        <SupplierSteps
          title={t(`suppliers:bulk.${action}Title`, words)}
          request={{ selection, changes: { archived: action === 'archive' } }}
          blocked={undefined}
          {...shared}
        >
          <p>{t(`suppliers:bulk.${action}Body`)}</p>
        </SupplierSteps>
      )}
    </>
  );
}
