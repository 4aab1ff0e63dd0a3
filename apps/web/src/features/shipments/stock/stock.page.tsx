import { exportStock, STOCK_EXPORT } from '@quayside/contracts/exports';
import { getStockTotals, listStock, type StockRow } from '@quayside/contracts/stock/stock';
import { todayIn } from '@quayside/domain/days/days';
import { IconPackages, IconScale } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, useTimeZone } from '../../../lib/session/account.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { stockMethodPath } from '../../../lib/stock-paths.ts';
import classes from '../shipments.module.css';
import { stockColumns, stockFilters } from './stock-columns.tsx';

/** The stock of products, now or at the end of a day, as known now or on an earlier day. */
export function StockPage() {
  const t = useT();
  const currency = useCurrency();
  const columns = useMemo(() => stockColumns(t, currency), [t, currency]);
  const filters = useMemo(() => stockFilters(t, currency), [t, currency]);
  const { on, known, setDays } = useDays();
  const isNow = on === '' && known === '';
  const query = useMemo(() => ({ ...(on !== '' && { on }), ...(known !== '' && { asKnownOn: known }) }), [on, known]);
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
            value={on === '' ? known : on}
            placeholder={t('shipments:stock.onHint')}
            onChange={(day) => setDays({ on: day, known })}
          />
          <DayInput
            label={t('shipments:stock.asKnownOn')}
            value={known}
            placeholder={t('shipments:stock.onHint')}
            onChange={(day) => setDays({ on, known: day })}
          />
          {!isNow && (
            <>
              <ActionButton onClick={() => setDays({ on: '', known: '' })}>{t('shipments:stock.now')}</ActionButton>
              <p className="muted">
                {known === ''
                  ? t('shipments:stock.knownNow')
                  : t('shipments:stock.knownThen', { day: formatDay(known) })}
              </p>
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
        title: t(isNow ? 'shipments:stock.emptyTitle' : 'shipments:stock.emptyThenTitle'),
        body: t(isNow ? 'shipments:stock.emptyBody' : 'shipments:stock.emptyThenBody'),
        actions: <ActionButton to={paths.orders()}>{t('shipments:stock.toOrders')}</ActionButton>,
      }}
    />
  );
}

interface Days {
  /** The end of which day is shown. */
  readonly on: string;
  /** With what was recorded by the end of which day. */
  readonly known: string;
}
/** The days in the address; empty for now, and for a day that has not come. */
function useDays(): Days & { readonly setDays: (next: Days) => void } {
  const today = todayIn(Date.now(), useTimeZone());
  const [params, setParams] = useSearchParams();
  const day = (name: keyof Days) => {
    const asked = params.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked < today ? asked : '';
  };
  const setDays = (next: Days) =>
    setParams(
      (now) => {
        for (const name of ['on', 'known'] as const)
          if (next[name] === '' || next[name] >= today) now.delete(name);
          else now.set(name, next[name]);
        return now;
      },
      { replace: true },
    );
  return { on: day('on'), known: day('known'), setDays };
}

const rowId = ({ productId }: StockRow) => productId;
const rowHref = ({ sku }: StockRow) => paths.product(sku, 'stock');
const DEFAULT_SORT = ['sku'];
const EXPORTS = { endpoint: exportStock, columns: STOCK_EXPORT, byId: true } as const;
