import { getShipmentPlan, type ShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { IconShip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import classes from '../invoices.module.css';

export type PlanToPair = Pick<ShipmentPlan, 'id' | 'number' | 'name'>;

/** The shipment plan that a link names, with which the new invoice is paired. */
export const usePlanToPair = (id: string | undefined) =>
  useQuery({
    ...read('shipment-plans', getShipmentPlan, { params: { shipmentPlanId: id ?? '' } }),
    enabled: id !== undefined,
  });

/** Says with which shipment plan the invoice will be paired, or that the plan of the link does not exist. */
export function PairedPlan({ plan, isUnknown }: { plan: PlanToPair | undefined; isUnknown: boolean }) {
  const t = useT();
  if (!plan && !isUnknown) return null;
  return (
    <div className={classes.pairedPlan}>
      {plan ? (
        <Note tone="info" icon={IconShip}>
          {t('invoices:add.pairedPlan')} <Link to={paths.shipmentPlan(plan.id)}>{plan.number}</Link> {plan.name}
        </Note>
      ) : (
        <Note tone="warning">{t('invoices:add.planUnknown')}</Note>
      )}
    </div>
  );
}
