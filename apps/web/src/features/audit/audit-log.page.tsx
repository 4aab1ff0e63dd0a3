import { type AuditEntry, listAuditLog } from '@quayside/contracts/audit';
import { AUDIT_EXPORT, exportAuditLog } from '@quayside/contracts/exports';
import { IconHistory } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataGrid } from '../../components/data-grid/data-grid.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, useTimeZone } from '../../lib/account.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { auditColumns, auditFilters } from './audit-columns.tsx';
import { AuditPanel } from './audit-panel.tsx';

const OPEN = 'entry';

/** Who changed what in the account, from what to what, when. For its admins. */
export function AuditLogPage() {
  const t = useT();
  const timeZone = useTimeZone();
  const { isManagementSectionEnabled: hasManagement } = useAccount().settings;
  const [count, setCount] = useState<{ total: number; isCapped: boolean }>();
  const [rows, setRows] = useState<readonly AuditEntry[]>([]);
  const [params, setParams] = useSearchParams();
  const place = useMemo(() => ({ timeZone, hasManagement }), [timeZone, hasManagement]);
  const columns = useMemo(() => auditColumns(t, place), [t, place]);
  const filters = useMemo(() => auditFilters(t), [t]);
  const open = rows.find(({ id }) => id === params.get(OPEN));
  const rowHref = useCallback(
    ({ id }: { id: string }) => `${paths.auditLog()}?${new URLSearchParams([...[...params].filter(([key]) => key !== OPEN), [OPEN, id]])}`,
    [params],
  );
  const close = () =>
    setParams(
      (now) => {
        now.delete(OPEN);
        return now;
      },
      { replace: true },
    );
  const onRows = useCallback(({ rows: shown }: { rows: readonly AuditEntry[] }) => setRows(shown), []);
  const words = count && { count: count.total, formatted: formatCount(count.total) };
  return (
    <PageFrame
      title={t('audit:title')}
      layout="grid"
      aside={open && <AuditPanel key={open.id} entry={open} place={place} onClose={close} />}
      {...(words && count ? { count: t(count.isCapped ? 'audit:countCapped' : 'audit:count', words) } : {})}
    >
      <DataGrid
        id="users"
        storageKey="audit-log"
        name={t('audit:title')}
        topic="audit"
        endpoint={listAuditLog}
        columns={columns}
        filters={filters}
        getRowId={rowId}
        rowHref={rowHref}
        searchPlaceholder={t('audit:search')}
        defaultSort={DEFAULT_SORT}
        onCount={setCount}
        onRows={onRows}
        exports={EXPORTS}
        footnote={t('audit:footnote', { zone: timeZone.replaceAll('_', ' ') })}
        empty={{ icon: IconHistory, title: t('audit:emptyTitle'), body: t('audit:emptyBody') }}
      />
    </PageFrame>
  );
}

const rowId = ({ id }: { id: string }) => id;
const DEFAULT_SORT = ['-at'];
const EXPORTS = { endpoint: exportAuditLog, columns: AUDIT_EXPORT, as: { change: ['changes'], action: ['action', 'kind'] } };
