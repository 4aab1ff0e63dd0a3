import { exportSuppliers, SUPPLIER_EXPORT } from '@quayside/contracts/exports';
import { createSupplier, listSuppliers, supplierTotals } from '@quayside/contracts/suppliers';
import { IconBuildingFactory2, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { GridPage } from '../../components/data-grid/grid-page.tsx';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { paths } from '../../lib/paths.ts';
import { useCountryNames } from './api.ts';
import { supplierColumns, supplierFilters } from './supplier-columns.tsx';

/** The list of all suppliers. */
export function SupplierListPage() {
  const t = useT();
  const countries = useCountryNames();
  const permission = usePermission(createSupplier);
  const columns = useMemo(() => supplierColumns(t, countries), [t, countries]);
  const filters = useMemo(() => supplierFilters(t), [t]);
  const rowHref = useCallback((row: { id: string }) => paths.supplier(row.id), []);
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
      actions={add}
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

const rowId = (row: { id: string }) => row.id;
const DEFAULT_SORT = ['companyName'];
const EXPORTS = { endpoint: exportSuppliers, columns: SUPPLIER_EXPORT, byId: true } as const;
