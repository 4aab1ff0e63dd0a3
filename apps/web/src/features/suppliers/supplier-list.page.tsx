import { exportSuppliers, SUPPLIER_EXPORT } from '@quayside/contracts/exports';
import { createSupplier, listSuppliers, supplierTotals } from '@quayside/contracts/suppliers';
import { IconBuildingFactory2, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { DataGrid } from '../../components/data-grid/data-grid.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useCountryNames } from './api.ts';
import { supplierColumns, supplierFilters } from './supplier-columns.tsx';

/** All suppliers in one table. */
export function SupplierListPage() {
  const t = useT();
  const countries = useCountryNames();
  const permission = usePermission(createSupplier);
  const [count, setCount] = useState<{ total: number; isCapped: boolean }>();
  const columns = useMemo(() => supplierColumns(t, countries), [t, countries]);
  const filters = useMemo(() => supplierFilters(t), [t]);
  const rowHref = useCallback((row: { id: string }) => paths.supplier(row.id), []);
  const add = (
    <ActionButton variant="filled" icon={IconPlus} to={paths.supplierAdd()} permission={permission}>
      {t('suppliers:add')}
    </ActionButton>
  );
  const words = count && t(count.isCapped ? 'suppliers:countCapped' : 'suppliers:count', { count: count.total, formatted: formatCount(count.total) });
  return (
    <PageFrame title={t('suppliers:title')} layout="grid" actions={add} {...(words ? { count: words } : {})}>
      <DataGrid
        id="suppliers"
        name={t('suppliers:title')}
        topic="suppliers"
        endpoint={listSuppliers}
        totalsEndpoint={supplierTotals}
        columns={columns}
        filters={filters}
        getRowId={rowId}
        rowHref={rowHref}
        searchPlaceholder={t('suppliers:search')}
        defaultSort={DEFAULT_SORT}
        onCount={setCount}
        views
        exports={EXPORTS}
        empty={{ icon: IconBuildingFactory2, title: t('suppliers:emptyTitle'), body: t('suppliers:emptyBody'), actions: add }}
      />
    </PageFrame>
  );
}

const rowId = (row: { id: string }) => row.id;
const DEFAULT_SORT = ['companyName'];
const EXPORTS = { endpoint: exportSuppliers, columns: SUPPLIER_EXPORT };
