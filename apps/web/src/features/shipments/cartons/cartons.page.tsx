import { type Carton, getCartonSummary, listCartons } from '@quayside/contracts/cartons';
import { IconBox } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { shipmentTabs } from '../shipment-tabs.ts';
import { cartonColumns, cartonFilters } from './carton-columns.tsx';

/** The list of carton rows. Each row is a number of identical cartons. */
export function CartonsPage() {
  const t = useT();
  const columns = useMemo(() => cartonColumns(t), [t]);
  const filters = useMemo(() => cartonFilters(t), [t]);
  const { rowHref } = useOpenRow<Carton>('carton', paths.cartons(), rowId);
  return (
    <GridPage
      id="cartons"
      title={t('shipments:cartons.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) =>
        t(isCapped ? 'shipments:cartons.countCapped' : 'shipments:cartons.count', words)
      }
      topic="cartons"
      endpoint={listCartons}
      totalsEndpoint={getCartonSummary}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('shipments:cartons.search')}
      defaultSort={DEFAULT_SORT}
      views
      empty={{
        icon: IconBox,
        title: t('shipments:cartons.emptyTitle'),
        body: t('shipments:cartons.emptyBody'),
        actions: <ActionButton to={paths.products()}>{t('shipments:cartons.toProducts')}</ActionButton>,
      }}
    />
  );
}

const rowId = ({ id }: Carton) => id;
const DEFAULT_SORT = ['-number'];
