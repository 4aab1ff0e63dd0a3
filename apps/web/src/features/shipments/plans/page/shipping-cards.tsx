import { listAddressTypes, listGoodsTimelineOptions } from '@quayside/contracts/shipments/shipment-plans';
import { FieldGrid } from '../../../../components/form/field-grid.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import {
  CarrierField,
  HazardousField,
  PlanChoiceField,
  PlanCountryField,
  PlanMethodField,
  PlanTextField,
} from './plan-fields.tsx';
import { usePlan } from '../editor/use-plan.ts';
import { labelOwners, useOptions } from './use-options.ts';

interface CardProps {
  readonly isReadOnly: boolean;
}

/** How the goods travel, from where and to where. */
export function RouteCard({ isReadOnly }: CardProps) {
  const t = useT();
  const addresses = useOptions(listAddressTypes);
  const timelines = useOptions(listGoodsTimelineOptions);
  const isToAmazon = usePlan(
    ({ header: { draft }, record: plan }) => (draft.toAddressType ?? plan.toAddressType) === 'AMAZON_FBA',
  );
  return (
    <Card title={t('shipments:plans.route')}>
      <FieldGrid>
        <div data-wide>
          <PlanTextField field="name" maxLength={100} isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanMethodField isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanChoiceField field="goodsTimeline" options={timelines} isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <HazardousField isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanChoiceField field="fromAddressType" options={addresses} isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanCountryField field="fromCountry" isReadOnly={isReadOnly} />
        </div>
        <div data-full>
          <PlanTextField field="fromAddress" maxLength={1000} rows={2} isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanChoiceField field="toAddressType" options={addresses} isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanCountryField field="country" isReadOnly={isReadOnly} />
        </div>
        <div data-full>
          <PlanTextField field="address" maxLength={1000} rows={2} isReadOnly={isReadOnly} />
        </div>
        {isToAmazon && (
          <div data-wide>
            <PlanChoiceField field="labelOwner" options={labelOwners(t)} isReadOnly={isReadOnly} />
          </div>
        )}
      </FieldGrid>
    </Card>
  );
}

/** Who carries the goods, and the numbers under which they are known to others. */
export function CarrierCard({ isReadOnly }: CardProps) {
  const t = useT();
  return (
    <Card title={t('shipments:plans.carrierCard')}>
      <FieldGrid>
        <div data-wide>
          <CarrierField isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanTextField field="jobNumber" maxLength={100} isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanTextField field="trackingNumber" maxLength={100} isReadOnly={isReadOnly} />
        </div>
        <div data-wide>
          <PlanTextField field="warehouseReference" maxLength={100} isReadOnly={isReadOnly} />
        </div>
        <div data-full>
          <PlanTextField field="notes" maxLength={5000} rows={3} isReadOnly={isReadOnly} />
        </div>
      </FieldGrid>
    </Card>
  );
}
