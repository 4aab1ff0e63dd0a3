import type { AllocationPreview } from '@quayside/contracts/costs/allocation-preview';
import { Link } from 'react-router';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { KILOGRAM_DECIMALS } from '../../../lib/words/measure.ts';
import { MeasuredText } from '../../../components/ui/measured-text.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import classes from './spread.module.css';

type RatedPlan = AllocationPreview['ratedPlans'][number];
const WEIGHTS = ['grossWeight', 'volumetricWeight', 'chargeableWeight'] as const;

/** How the forwarder charges for each plan in the scope: the weights of the plan, and which of them counts. */
export function RatedPlans({ plans }: { plans: readonly RatedPlan[] }) {
  const t = useT();
  if (plans.length === 0) return null;
  return (
    <section className={classes.rated}>
      <h3 className="field-label">{t('invoices:spread.rated')}</h3>
      <ScrollRegion className={classes.scroll} label={t('invoices:spread.rated')}>
        <SimpleTable
          className={classes.shares}
          label={t('invoices:spread.rated')}
          lines="below"
          row={{ height: 28, pad: 0 }}
        >
          <thead>
            <tr>
              <th scope="col">{t('invoices:spread.ratedPlan')}</th>
              <th scope="col" data-figure>
                {t('invoices:spread.ratedGross')}
              </th>
              <th scope="col" data-figure>
                {t('invoices:spread.ratedVolumetric')}
              </th>
              <th scope="col" data-figure>
                {t('invoices:spread.ratedChargeable')}
              </th>
              <th scope="col">{t('invoices:spread.ratedBy')}</th>
            </tr>
          </thead>
          <tbody>
            {plans.map((rated) => (
              <tr key={rated.plan?.id ?? ''}>
                <td>
                  {rated.plan ? (
                    <Link to={paths.shipmentPlan(rated.plan.id)}>{rated.plan.number}</Link>
                  ) : (
                    t('invoices:spread.noPlan')
                  )}
                </td>
                {WEIGHTS.map((weight) => (
                  <td key={weight} data-figure data-strong={weight === 'chargeableWeight' || undefined}>
                    <MeasuredText>{(words) => words.figure(rated[weight], KILOGRAM_DECIMALS)}</MeasuredText>
                  </td>
                ))}
                <td>{chargedBy(t, rated)}</td>
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      </ScrollRegion>
    </section>
  );
}

function chargedBy(t: T, { measure }: RatedPlan): string {
  if (measure === null) return t('invoices:spread.ratedMixed');
  return t(measure === 'VOLUME' ? 'invoices:spread.ratedByVolume' : 'invoices:spread.ratedByWeight');
}
