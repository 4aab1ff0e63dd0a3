import type { ChosenRate } from '@quayside/contracts/freight/freight-rate-refs';
import { listCalculateByOptions } from '@quayside/contracts/shipments/shipment-plans';
import { Link } from 'react-router';
import { FieldGrid } from '../../../../components/form/field-grid.tsx';
import { Card, KeyValues } from '../../../../components/ui/card.tsx';
import { Money } from '../../../../components/ui/money.tsx';
import { kilograms } from '../../../../components/ui/measured-text.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import { paths } from '../../../../lib/paths.ts';
import { usePlan } from '../editor/use-plan.ts';
import classes from '../plans.module.css';
import { ChargeField, PlanChoiceField, PlanCurrencyField, PlanRateField } from './plan-fields.tsx';
import { useOptions } from './use-options.ts';

/** What the transport is expected to cost, and from what that is worked out. */
export function EstimateCard({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const plan = usePlan((state) => state.record);
  const isForeign = usePlan(({ header: { draft } }) => (draft.currency ?? plan.currency) !== plan.accountCurrency);
  const options = useOptions(listCalculateByOptions);
  const { accountCurrency, estimatedCost, estimatedCostInAccountCurrency, chargeableWeight, freightRate } = plan;
  const currency = plan.estimatedCostCurrency;
  return (
    <Card title={t('shipments:plans.estimate.title')}>
      {freightRate && (
        <p className={`muted ${classes.byRate}`}>
          {t('shipments:plans.compare.chosenRate', { name: rateName(t, freightRate) })}
        </p>
      )}
      <FieldGrid>
        <div data-wide>
          <PlanChoiceField field="calculateBy" options={options} isReadOnly={isReadOnly} />
        </div>
        <PlanCurrencyField isReadOnly={isReadOnly} />
        <ChargeField isReadOnly={isReadOnly} />
        {isForeign && (
          <div data-wide>
            <PlanRateField isReadOnly={isReadOnly} />
          </div>
        )}
      </FieldGrid>
      <div className={classes.sums}>
        <KeyValues
          items={[
            {
              label: t('shipments:plans.estimate.chargeable'),
              value: chargeableWeight === null ? t('shipments:plans.estimate.unknown') : kilograms(chargeableWeight),
            },
            {
              label: t('shipments:plans.estimate.cost'),
              value:
                estimatedCost === null ? (
                  t('shipments:plans.estimate.unknown')
                ) : (
                  <Money as="code" value={estimatedCost} currency={currency} zero="figure" strong />
                ),
            },
            ...(currency === accountCurrency
              ? []
              : [
                  {
                    label: t('shipments:plans.estimate.inAccount', { currency: accountCurrency }),
                    value:
                      estimatedCostInAccountCurrency === null ? (
                        t('shipments:plans.estimate.unknown')
                      ) : (
                        <Money value={estimatedCostInAccountCurrency} currency={accountCurrency} zero="figure" />
                      ),
                  },
                ]),
          ]}
        />
        <Lacking />
      </div>
    </Card>
  );
}

/** A freight rate with its forwarder. */
const rateName = (t: T, { name, forwarder }: ChosenRate): string =>
  forwarder ? t('shipments:plans.compare.chosenRateOf', { name, forwarder: forwarder.companyName }) : name;

const REASONS = ['MISSING_WEIGHT', 'MISSING_VOLUME', 'NO_CARTONS'] as const;

/** Why the chargeable weight is unknown, and which products lack a measure. */
function Lacking() {
  const t = useT();
  const lacking = usePlan(({ record }) => record.lacking);
  if (!lacking) return null;
  const reason = REASONS.find((one) => one === lacking.reason);
  return (
    <p className={classes.unknown}>
      {t(`shipments:plans.estimate.lacking.${reason ?? 'OTHER'}`)}{' '}
      {lacking.products.map(({ productId, sku }, index) => (
        <span key={productId}>
          {index > 0 && ', '}
          <Link to={paths.product(sku, 'case-packaging')}>{sku}</Link>
        </span>
      ))}
    </p>
  );
}
