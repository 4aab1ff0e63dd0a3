import { exportStock, STOCK_EXPORT } from '@quayside/contracts/exports';
import { getStockTotals, listStock, type StockRow } from '@quayside/contracts/stock';
import { todayIn } from '@quayside/domain/days/days';
import { IconPackages, IconScale } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, useTimeZone } from '../../../lib/account.ts';
import { paths } from '../../../lib/paths.ts';
import { stockMethodPath } from '../../../lib/stock-paths.ts';
import classes from '../shipments.module.css';
import { stockColumns, stockFilters } from './stock-columns.tsx';

/** The stock of products, now or at the end of a day. */
export function StockPage() {
  const t = useT();
  const currency = useCurrency();
  const columns = useMemo(() => stockColumns(t, currency), [t, currency]);
  const filters = useMemo(() => stockFilters(t, currency), [t, currency]);
  const [day, setDay] = useDay();
  const query = useMemo(() => (day === '' ? {} : { on: day }), [day]);
  return (
    <GridPage
      id="stock"
      title={t('shipments:stock.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'shipments:stock.countCapped' : 'shipments:stock.count', words)}
      above={
        <div className={classes.onDay}>
          <DayInput
            label={t('shipments:stock.on')}
            value={day}
            placeholder={t('shipments:stock.onHint')}
            onChange={setDay}
          />
          {day !== '' && (
            <>
              <ActionButton onClick={() => setDay('')}>{t('shipments:stock.now')}</ActionButton>
              <p className="muted">{t('shipments:stock.knownNow')}</p>
            </>
          )}
        </div>
      }
      actions={
        <ActionButton icon={IconScale} to={stockMethodPath()}>
          {t('shipments:stock.method.title')}
        </ActionButton>
      }
      topic="stock"
      endpoint={listStock}
      totalsEndpoint={getStockTotals}
      query={query}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('shipments:stock.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      empty={{
        icon: IconPackages,
        title: t('shipments:stock.emptyTitle'),
        body: t('shipments:stock.emptyBody'),
        actions: <ActionButton to={paths.orders()}>{t('shipments:stock.toOrders')}</ActionButton>,
      }}
    />
  );
}

/** The day in the address; empty for now, and for a day that has not come. */
function useDay(): [string, (day: string) => void] {
  const today = todayIn(Date.now(), useTimeZone());
  const [params, setParams] = useSearchParams();
  const asked = params.get('on') ?? '';
  const day = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked < today ? asked : '';
  const setDay = (next: string) =>
    setParams(
      (now) => {
        if (next === '' || next >= today) now.delete('on');
        else now.set('on', next);
        return now;
      },
      { replace: true },
    );
  return [day, setDay];
}

const rowId = ({ productId }: StockRow) => productId;
const rowHref = ({ sku }: StockRow) => paths.product(sku, 'stock');
const DEFAULT_SORT = ['sku'];
const EXPORTS = { endpoint: exportStock, columns: STOCK_EXPORT, byId: true } as const;
