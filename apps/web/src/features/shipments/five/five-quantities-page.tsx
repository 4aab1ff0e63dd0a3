import { exportFiveQuantities, FIVE_QUANTITIES_EXPORT } from '@quayside/contracts/exports';
import {
  type FiveQuantitiesLine,
  fiveQuantitiesTotals,
  listFiveQuantities,
} from '@quayside/contracts/stock/five-quantities';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { receivedPath, shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { chip } from '../../../lib/list-filter.ts';
import { fiveColumns, fiveFilters } from './five-columns.tsx';
import { FivePanel } from './five-panel.tsx';

/** The list of lines of which less or more is invoiced, packed, shipped or received than before, the dearest first. */
export function FiveQuantitiesPage() {
  const t = useT();
  const currency = useCurrency();
  const columns = useMemo(() => fiveColumns(t, currency), [t, currency]);
  const filters = useMemo(() => fiveFilters(t), [t]);
  const { openId, rowHref, close } = useOpenRow<FiveQuantitiesLine>('line', receivedPath('five-quantities'), rowId);
  return (
    <GridPage
      id="fiveQuantities"
      title={t('shipments:five.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'shipments:five.countCapped' : 'shipments:five.count', words)}
      topic="stock"
      endpoint={listFiveQuantities}
      totalsEndpoint={fiveQuantitiesTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('shipments:five.search')}
      defaultSort={DEFAULT_SORT}
      defaultChips={QUEUE}
      views
      exports={EXPORTS}
      aside={openId !== null && <FivePanel key={openId} lineId={openId} onClose={close} />}
      empty={{
        icon: IconArrowsSplit2,
        title: t('shipments:five.emptyTitle'),
        body: t('shipments:five.emptyBody'),
      }}
    />
  );
}

const rowId = ({ id }: FiveQuantitiesLine) => id;
const DEFAULT_SORT = ['-value'];
const QUEUE = [chip('open', 'isNotEmpty')];
const EXPORTS = {
  endpoint: exportFiveQuantities,
  columns: FIVE_QUANTITIES_EXPORT,
  as: {
    line: ['purchaseOrder', 'order'],
    product: ['productName'],
    chain: [
      'ordered',
      'invoiced',
      'packed',
      'shipped',
      'received',
      'inTransit',
      'openNotInvoiced',
      'openNotPacked',
      'openNotShipped',
      'openNotReceived',
    ],
  },
} as const;
