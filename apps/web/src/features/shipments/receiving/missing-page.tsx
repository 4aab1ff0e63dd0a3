import { exportMissing, MISSING_EXPORT } from '@quayside/contracts/exports';
import { listMissing, type Missing, missingTotals } from '@quayside/contracts/stock/missing';
import { IconPackageOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { receivedPath, shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { missingColumns, missingFilters } from './missing-columns.tsx';
import { MissingPanel } from './missing-panel.tsx';

/** The list of what was shipped, did not arrive and is not decided, the dearest first. */
export function MissingPage() {
  const t = useT();
  const currency = useCurrency();
  const columns = useMemo(() => missingColumns(t, currency), [t, currency]);
  const filters = useMemo(() => missingFilters(t), [t]);
  const { openId, rowHref, close } = useOpenRow<Missing>('packList', receivedPath('missing'), rowId);
  return (
    <GridPage
      id="missing"
      title={t('shipments:receiving.missing.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) =>
        t(isCapped ? 'shipments:receiving.missing.countCapped' : 'shipments:receiving.missing.count', words)
      }
      topic="stock"
      endpoint={listMissing}
      totalsEndpoint={missingTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('shipments:receiving.missing.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      aside={openId !== null && <MissingPanel key={openId} packListId={openId} onClose={close} />}
      empty={{
        icon: IconPackageOff,
        title: t('shipments:receiving.missing.emptyTitle'),
        body: t('shipments:receiving.missing.emptyBody'),
      }}
    />
  );
}

const rowId = ({ packListId }: Missing) => packListId;
const DEFAULT_SORT = ['-value'];
const EXPORTS = { endpoint: exportMissing, columns: MISSING_EXPORT, as: { product: ['productName'] } } as const;
