import { type AuditEntry, listAuditLog } from '@quayside/contracts/audit';
import { AUDIT_EXPORT, exportAuditLog } from '@quayside/contracts/exports';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../components/data-grid/use-open-row.ts';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, useTimeZone } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { auditColumns, auditFilters } from './audit-columns.tsx';
import { AuditPanel } from './audit-panel.tsx';

/** The page of the audit log, for admins only. It shows who changed what in the account, and when. */
export function AuditLogPage() {
  const t = useT();
  const timeZone = useTimeZone();
  const { isManagementSectionEnabled: hasManagement } = useAccount().settings;
  const place = useMemo(() => ({ timeZone, hasManagement }), [timeZone, hasManagement]);
  const columns = useMemo(() => auditColumns(t, place), [t, place]);
  const filters = useMemo(() => auditFilters(t), [t]);
  const { open, rowHref, onRows, close } = useOpenRow<AuditEntry>('entry', paths.auditLog(), rowId);
  return (
    <GridPage
      id="users"
      storageKey="audit-log"
      title={t('audit:title')}
      count={({ isCapped, ...words }) => t(isCapped ? 'audit:countCapped' : 'audit:count', words)}
      topic="audit"
      endpoint={listAuditLog}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('audit:search')}
      defaultSort={DEFAULT_SORT}
      onRows={onRows}
      exports={EXPORTS}
      footnote={t('audit:footnote', { zone: timeZone.replaceAll('_', ' ') })}
      empty={{ icon: IconHistory, title: t('audit:emptyTitle'), body: t('audit:emptyBody') }}
      aside={open && <AuditPanel key={open.id} entry={open} place={place} onClose={close} />}
    />
  );
}

const rowId = ({ id }: { id: string }) => id;
const DEFAULT_SORT = ['-at'];
const EXPORTS = {
  endpoint: exportAuditLog,
  columns: AUDIT_EXPORT,
  as: { change: ['changes'], action: ['action', 'kind'] },
};
