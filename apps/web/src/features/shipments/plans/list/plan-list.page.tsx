import { exportShipmentPlans, SHIPMENT_PLAN_EXPORT } from '@quayside/contracts/exports';
import { listShipmentPlans, type ShipmentPlan, shipmentPlanTotals } from '@quayside/contracts/shipments/shipment-plans';
import { IconShip } from '@tabler/icons-react';
import { useMemo } from 'react';
import { GridPage } from '../../../../components/data-grid/grid-page.tsx';
import { useCountryOptions } from '../../../../components/form/choice-fields.tsx';
import { ActionButton } from '../../../../components/ui/action-button.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { useCurrency } from '../../../../lib/session/account.ts';
import { paths } from '../../../../lib/paths.ts';
import { shipmentTabs } from '../../../../components/record/shipment-tabs.ts';
import { planColumns, planFilters } from './plan-columns.tsx';

const EXPORTS = {
  endpoint: exportShipmentPlans,
  columns: SHIPMENT_PLAN_EXPORT,
  // A column shows the day that happened or the expected one; the file has both.
  as: {
    estimatedReadyDate: ['estimatedReadyDate', 'readyOn'],
    estimatedShipDate: ['estimatedShipDate', 'shippedOn'],
    eta: ['eta', 'arrivedOn'],
    estimatedDeliveryDate: ['estimatedDeliveryDate', 'deliveredOn'],
    accountCost: ['estimatedCost', 'estimatedCostCurrency', 'accountCost'],
  },
  byId: true,
} as const;
const DEFAULT_SORT = ['-number'];
const rowId = ({ id }: ShipmentPlan) => id;
const rowHref = ({ id }: ShipmentPlan) => paths.shipmentPlan(id);

/** The list of all shipment plans of the account. */
export function PlanListPage() {
  const t = useT();
  const currency = useCurrency();
  const countries = useCountryOptions();
  const names = useMemo(() => new Map(countries.map(({ value, label }) => [value, label])), [countries]);
  const columns = useMemo(() => planColumns(t, currency, names), [t, currency, names]);
  const filters = useMemo(() => planFilters(t, countries), [t, countries]);
  return (
    <GridPage
      id="shipments"
      title={t('shipments:plans.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'shipments:plans.countCapped' : 'shipments:plans.count', words)}
      topic="shipment-plans"
      endpoint={listShipmentPlans}
      totalsEndpoint={shipmentPlanTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('shipments:plans.list.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      footnote={t('shipments:plans.list.footnote', { currency })}
      empty={{
        icon: IconShip,
        title: t('shipments:plans.list.emptyTitle'),
        body: t('shipments:plans.list.emptyBody'),
        actions: <ActionButton to={paths.orders()}>{t('shipments:plans.loose.toOrders')}</ActionButton>,
      }}
    />
  );
}
