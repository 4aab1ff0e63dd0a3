import { exportProducts, PRODUCT_EXPORT } from '@quayside/contracts/exports';
import { createProductImport } from '@quayside/contracts/products/product-imports';
import { type CatalogRow, productCatalog, productTotals } from '@quayside/contracts/products/product-lists';
import { createProduct } from '@quayside/contracts/products/products';
import { IconCube, IconPlus, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { GridPage } from '../../components/data-grid/grid-page.tsx';
import type { BulkReach } from '../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { MakeUpLegend } from '../../components/ui/figures.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../lib/session/account.ts';
import { formatCount, formatMoney } from '../../lib/words/format.ts';
import { useKeys } from '../../lib/page/keys.ts';
import { paths } from '../../lib/paths.ts';
import { useProductTotals } from './api.ts';
import { ProductsBulkBar } from './bulk/products-bulk-bar.tsx';
import { CompletenessStrip } from './completeness/completeness-strip.tsx';
import { productEdits } from './list/product-edits.ts';
import { ProductPreview } from './list/product-preview.tsx';
import { offers, useProductEditing } from './list/use-product-editing.ts';
import { productColumns, productFilters } from './product-columns.tsx';
import { productHref } from './product-values.ts';

interface ProductListPageProps {
  /** Renders the panel that explains a unit cost, which another feature provides. */
  readonly renderExplain?: (productId: string, close: () => void) => ReactNode;
}

/** The list of products with their unit costs. */
export function ProductListPage({ renderExplain }: ProductListPageProps) {
  const t = useT();
  const currency = useCurrency();
  const totals = useProductTotals();
  const mayAdd = usePermission(createProduct);
  const mayImport = usePermission(createProductImport);
  const [explained, setExplained] = useState<string>();
  const canExplain = renderExplain !== undefined;
  const editing = useProductEditing();
  const columns = useMemo(
    () =>
      productColumns({ t, currency, onExplain: canExplain ? setExplained : undefined, edits: productEdits(t, offers) }),
    [t, currency, canExplain],
  );
  const preview = useCallback(
    (row: CatalogRow) => ({
      title: row.name,
      body: <ProductPreview row={row} onExplain={canExplain ? setExplained : undefined} />,
    }),
    [canExplain],
  );
  const filters = useMemo(() => productFilters(t, currency), [t, currency]);
  const close = useCallback(() => setExplained(undefined), []);
  useKeys({ e: canExplain ? () => setExplained((now) => focusedRow() ?? now) : undefined });
  const add = (
    <ActionButton variant="filled" icon={IconPlus} to={paths.productAdd()} permission={mayAdd}>
      {t('products:add')}
    </ActionButton>
  );
  const bring = (
    <ActionButton icon={IconUpload} to={paths.productImport()} permission={mayImport}>
      {t('products:importVerb')}
    </ActionButton>
  );
  const explainAction = useCallback(
    ({ id, landedCostPerUnit }: CatalogRow): ReactNode =>
      landedCostPerUnit !== null && (
        <ActionButton size="xs" onClick={() => setExplained(id)}>
          {t('products:explain')}
        </ActionButton>
      ),
    [t],
  );
  const words = totals && [
    t('products:count', { count: totals.count, formatted: formatCount(totals.count) }),
    ...(/[1-9]/.test(totals.landedCostTotal)
      ? [t('products:landedSum', { amount: formatMoney(totals.landedCostTotal, currency) })]
      : []),
  ];
  return (
    <GridPage
      title={t('products:title')}
      count={words?.join(' · ')}
      actions={
        <>
          {bring}
          {add}
        </>
      }
      aside={explained !== undefined && renderExplain ? renderExplain(explained, close) : undefined}
      above={<CompletenessStrip />}
      id="products"
      editing={editing}
      preview={preview}
      bulk={bulkBar}
      topic="products"
      endpoint={productCatalog}
      totalsEndpoint={productTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={hrefOf}
      searchPlaceholder={t('products:search')}
      defaultSort={DEFAULT_SORT}
      legend={<MakeUpLegend />}
      views
      exports={EXPORTS}
      footnote={t('products:footnote', { currency })}
      empty={{
        icon: IconCube,
        title: t('products:emptyTitle'),
        body: t('products:emptyBody'),
        actions: (
          <>
            {bring}
            {add}
          </>
        ),
      }}
      {...(canExplain ? { cardAction: explainAction } : {})}
    />
  );
}

const rowId = (row: { id: string }) => row.id;
/** A product with costs opens on them, because they are what people look for. */
const hrefOf = (row: CatalogRow) => productHref(row, row.costEntryCount > 0 || row.isBundle ? 'costs' : undefined);
const DEFAULT_SORT = ['name'];
const bulkBar = (rows: readonly CatalogRow[], clear: () => void, reach: BulkReach) => (
  <ProductsBulkBar rows={rows} reach={reach} onClear={clear} />
);
const EXPORTS = { endpoint: exportProducts, columns: PRODUCT_EXPORT, byId: true } as const;

/** The id of the row that has the focus. Undefined for the row of totals. */
function focusedRow(): string | undefined {
  const id = document.activeElement?.closest('[role="row"][row-id]')?.getAttribute('row-id');
  return id === null || id === 'totals' ? undefined : id;
}
