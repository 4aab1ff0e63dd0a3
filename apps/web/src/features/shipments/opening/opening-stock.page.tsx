import { exportOpeningStock, OPENING_STOCK_EXPORT } from '@quayside/contracts/exports';
import {
  createOpeningStock,
  listOpeningStock,
  type OpeningStock,
  openingStockTotals,
} from '@quayside/contracts/stock/opening-stock';
import { IconArrowBackUp, IconPackage, IconPlus, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { ActionButton, IconButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { formatCount, formatDay } from '../../../lib/words/format.ts';
import { OrderKindSwitch } from '../customers/order-kind-switch.tsx';
import { ReceiptInUse } from '../receiving/receipt-in-use.tsx';
import { useReceiptReversal } from '../receiving/use-receipt-reversal.ts';
import { ImportOpeningDialog } from '../import/import-opening-dialog.tsx';
import { openingColumns, openingFilters } from './opening-columns.tsx';
import { OpeningDialog } from './opening-dialog.tsx';

/** The list of opening stock: units from before, with what they cost. */
export function OpeningStockPage() {
  const t = useT();
  const currency = useCurrency();
  const [dialog, setDialog] = useState<'add' | 'import'>();
  const mayCreate = usePermission(createOpeningStock);
  const columns = useMemo(() => openingColumns(t, currency, (row) => <TakeBack row={row} />), [t, currency]);
  const filters = useMemo(() => openingFilters(t), [t]);
  return (
    <GridPage
      id="openingStock"
      title={t('shipments:opening.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) =>
        t(isCapped ? 'shipments:opening.countCapped' : 'shipments:opening.count', words)
      }
      actions={
        mayCreate.allowed && (
          <>
            <ActionButton icon={IconUpload} onClick={() => setDialog('import')}>
              {t('shipments:opening.import')}
            </ActionButton>
            <ActionButton variant="filled" icon={IconPlus} onClick={() => setDialog('add')}>
              {t('shipments:opening.add')}
            </ActionButton>
          </>
        )
      }
      above={<OrderKindSwitch kind="OPENING" />}
      topic="stock"
      endpoint={listOpeningStock}
      totalsEndpoint={openingStockTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      searchPlaceholder={t('shipments:opening.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      footnote={t('shipments:opening.footnote')}
      empty={{ icon: IconPackage, title: t('shipments:opening.emptyTitle'), body: t('shipments:opening.emptyBody') }}
    >
      {dialog === 'add' && <OpeningDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportOpeningDialog permission={mayCreate} onClose={() => setDialog(undefined)} />}
    </GridPage>
  );
}

/** Takes opening stock back. Once its units were used, it says by what, and what a replay would do. */
function TakeBack({ row }: { row: OpeningStock }) {
  const t = useT();
  const { reverse, replay, isBusy, refused, dropRefusal } = useReceiptReversal<OpeningStock>({
    entity: t('shipments:opening.entity'),
    entities: t('shipments:opening.entity'),
    question: ({ quantity, sku }) => ({
      title: t('shipments:opening.removeTitle'),
      body: t('shipments:opening.removeBody', { count: quantity, formatted: formatCount(quantity), sku }),
      action: t('shipments:opening.remove'),
    }),
    done: t('shipments:opening.undone'),
    restored: (count) => t('shipments:opening.restored', { count }),
  });
  return (
    <>
      <IconButton
        icon={IconArrowBackUp}
        label={t('shipments:opening.removeOf', { sku: row.sku, day: formatDay(row.day) })}
        blocked={row.can.reverse.reason}
        disabled={isBusy}
        onClick={() => void reverse(row)}
      />
      {refused && <ReceiptInUse refused={refused} onReplay={replay} onClose={dropRefusal} />}
    </>
  );
}

const rowId = ({ id }: OpeningStock) => id;
const DEFAULT_SORT = ['-day'];
const EXPORTS = {
  endpoint: exportOpeningStock,
  columns: OPENING_STOCK_EXPORT,
  as: { sku: ['sku', 'productName'] },
} as const;
