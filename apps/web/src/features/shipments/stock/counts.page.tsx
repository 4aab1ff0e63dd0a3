import { exportStockMovements, MOVEMENT_EXPORT } from '@quayside/contracts/exports';
import type { FilterChip } from '@quayside/contracts/paging';
import {
  getStockMovementTotals,
  listStockMovements,
  pasteStockCounts,
  postInventoryBalanceUpdates,
  type StockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { IconClipboardCheck, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { CountDialog } from './count-dialog.tsx';
import { ImportCountsDialog } from '../import/import-counts-dialog.tsx';
import { movementColumns, movementFilters } from './movement-columns.tsx';
import { ReverseButton } from './reverse-button.tsx';

/** The list of counts and movements, and where counts are typed or imported. */
export function CountsPage() {
  const t = useT();
  const currency = useCurrency();
  const [dialog, setDialog] = useState<'count' | 'import'>();
  const mayCount = usePermission(postInventoryBalanceUpdates);
  const mayImport = usePermission(pasteStockCounts);
  const columns = useMemo(
    () =>
      movementColumns(
        t,
        currency,
        mayCount.allowed
          ? {
              id: 'reverse',
              header: t('shipments:stock.movement.reverse'),
              isHeaderHidden: true,
              width: 52,
              value: ({ can }) => can.reverse.allowed,
              copy: () => '',
              render: (row) => <ReverseButton movement={row} />,
            }
          : undefined,
      ),
    [t, currency, mayCount.allowed],
  );
  const filters = useMemo(() => movementFilters(t), [t]);
  const closeDialog = () => setDialog(undefined);
  const actions = (
    <>
      {mayImport.allowed && (
        <ActionButton icon={IconUpload} onClick={() => setDialog('import')}>
          {t('shipments:stock.counts.import')}
        </ActionButton>
      )}
      {mayCount.allowed && (
        <ActionButton variant="filled" icon={IconClipboardCheck} onClick={() => setDialog('count')}>
          {t('shipments:stock.counts.add')}
        </ActionButton>
      )}
    </>
  );
  return (
    <GridPage
      id="stockMovements"
      title={t('shipments:stock.counts.heading')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) =>
        t(isCapped ? 'shipments:stock.counts.countCapped' : 'shipments:stock.counts.count', words)
      }
      actions={actions}
      topic="stock"
      endpoint={listStockMovements}
      totalsEndpoint={getStockMovementTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('shipments:stock.counts.search')}
      defaultSort={DEFAULT_SORT}
      defaultChips={DEFAULT_CHIPS}
      views
      exports={EXPORTS}
      empty={{
        icon: IconClipboardCheck,
        title: t('shipments:stock.counts.emptyTitle'),
        body: t('shipments:stock.counts.emptyBody'),
      }}
    >
      {dialog === 'count' && <CountDialog onClose={closeDialog} />}
      {dialog === 'import' && <ImportCountsDialog permission={mayImport} onClose={closeDialog} />}
    </GridPage>
  );
}

const rowId = ({ id }: StockMovement) => id;
const rowHref = ({ sku }: StockMovement) => paths.product(sku, 'stock');
const DEFAULT_SORT = ['-day'];
const DEFAULT_CHIPS = [{ field: 'kind', op: 'in', values: ['COUNT'] }] as const satisfies readonly FilterChip[];
const EXPORTS = { endpoint: exportStockMovements, columns: MOVEMENT_EXPORT, byId: true } as const;
