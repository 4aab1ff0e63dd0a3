import { exportSuppliers, SUPPLIER_EXPORT } from '@quayside/contracts/exports';
import { createSupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
import { createSupplier, listSuppliers, type Supplier, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { IconBuildingFactory2, IconPlus, IconUpload } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { GridPage } from '../../components/data-grid/grid-page.tsx';
import type { BulkReach } from '../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { useCountryNames } from './api.ts';
import { SuppliersBulkBar } from './bulk/suppliers-bulk-bar.tsx';
import { supplierColumns, supplierFilters } from './supplier-columns.tsx';

/** The list of all suppliers. */
export function SupplierListPage() {
  const t = useT();
  const countries = useCountryNames();
  const currency = useCurrency();
  const permission = usePermission(createSupplier);
  const columns = useMemo(() => supplierColumns(t, countries, currency), [t, countries, currency]);
  const filters = useMemo(() => supplierFilters(t, currency), [t, currency]);
  const rowHref = useCallback((row: { id: string }) => paths.supplier(row.id, 'overview'), []);
  const mayImport = usePermission(createSupplierImport);
  const bring = (
    <ActionButton icon={IconUpload} to={paths.supplierImport()} permission={mayImport}>
      {t('suppliers:import.verb')}
    </ActionButton>
  );
  const add = (
    <ActionButton variant="filled" icon={IconPlus} to={paths.supplierAdd()} permission={permission}>
      {t('suppliers:add')}
    </ActionButton>
  );
  return (
    <GridPage
      id="suppliers"
      title={t('suppliers:title')}
      count={({ isCapped, ...words }) => t(isCapped ? 'suppliers:countCapped' : 'suppliers:count', words)}
      actions={
        <>
          {bring}
          {add}
        </>
      }
      bulk={bulkBar}
      topic="suppliers"
      endpoint={listSuppliers}
      totalsEndpoint={supplierTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('suppliers:search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      empty={{ icon: IconBuildingFactory2, title: t('suppliers:emptyTitle'), body: t('suppliers:emptyBody') }}
    />
  );
}

const bulkBar = (rows: readonly Supplier[], clear: () => void, reach: BulkReach) => (
  <SuppliersBulkBar rows={rows} reach={reach} onClear={clear} />
);
const rowId = (row: { id: string }) => row.id;
const DEFAULT_SORT = ['companyName'];
const EXPORTS = { endpoint: exportSuppliers, columns: SUPPLIER_EXPORT, byId: true } as const;
