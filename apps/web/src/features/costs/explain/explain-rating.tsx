import type { ExplainEntry } from '@quayside/contracts/costs/costs';
import type { ShownShare } from '@quayside/domain/landed-cost/shown-share';
import { Link } from 'react-router';
import { KILOGRAM_DECIMALS } from '../../../lib/words/measure.ts';
import { MeasuredText } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney, formatQuantity, groupDigits } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';

type RatedPlan = ExplainEntry['ratedPlans'][number];

/** How the forwarder charges for each plan in the scope of the line. */
export function RatedPlans({ entry: { ratedPlans } }: { entry: ExplainEntry }) {
  return ratedPlans.map((rated) => <Rated key={rated.plan?.id ?? ''} rated={rated} />);
}

function Rated({ rated: { plan, measure, ...weights } }: { rated: RatedPlan }) {
  const t = useT();
  const by = measure === 'VOLUME' || measure === 'GROSS_WEIGHT' ? measure : 'mixed';
  return (
    <div>
      <dt>
        {plan ? <Link to={paths.shipmentPlan(plan.id)}>{plan.number}</Link> : t('costs:explain.ratedNoPlan')}{' '}
        {t(`costs:explain.ratedBy.${by}`)}
        <small className="num">
          <MeasuredText>
            {({ figure }) =>
              t('costs:explain.ratedWeights', {
                gross: figure(weights.grossWeight, KILOGRAM_DECIMALS),
                volumetric: figure(weights.volumetricWeight, KILOGRAM_DECIMALS),
              })
            }
          </MeasuredText>
        </small>
        <small>{t(`costs:explain.ratedWithin.${by}`)}</small>
      </dt>
      <dd className="num">
        <MeasuredText>
          {({ figure }) =>
            t('costs:explain.ratedResult', { chargeable: figure(weights.chargeableWeight, KILOGRAM_DECIMALS) })
          }
        </MeasuredText>
      </dd>
    </div>
  );
}

/** How the duty of an entry follows from its customs value and the rate of its product. */
export function DutyWorkings({
  duty,
  share,
  currency,
}: {
  duty: NonNullable<ExplainEntry['duty']>;
  share: ShownShare;
  currency: string;
}) {
  const t = useT();
  const bare = (amount: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });
  return (
    <div>
      <dt>
        {t('costs:explain.duty')}
        <small className="num">
          {t(`costs:explain.dutySum.${duty.chargedOn}`, {
            goods: bare(duty.goods),
            shipping: bare(duty.shipping),
            insurance: bare(duty.insurance),
            percent: formatQuantity(duty.percent, 'figure'),
          })}
        </small>
        <small>{t(`costs:explain.dutyHelp.${duty.chargedOn}`, { value: bare(duty.customsValue) })}</small>
      </dt>
      <dd className="num">{groupDigits(share.part)}</dd>
    </div>
  );
}
