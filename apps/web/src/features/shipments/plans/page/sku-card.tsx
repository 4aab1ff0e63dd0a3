import type { WhatIf } from '@quayside/contracts/shipments/what-if';
import { Card } from '../../../../components/ui/card.tsx';
import { Money, UnitCost } from '../../../../components/ui/money.tsx';
import { ScrollRegion } from '../../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../../components/ui/simple-table.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { Link } from 'react-router';
import { formatCount } from '../../../../lib/words/format.ts';
import { paths } from '../../../../lib/paths.ts';
import { usePlan } from '../editor/use-plan.ts';
import classes from '../plans.module.css';

/** What the charge comes to for each SKU: by the chosen freight rate, otherwise by the cheapest. */
export function SkuCard({ answer: { offers, accountCurrency } }: { answer: WhatIf }) {
  const t = useT();
  const chosenId = usePlan(({ header: { draft }, record: plan }) =>
    draft.freightRateId === undefined ? plan.freightRateId : draft.freightRateId,
  );
  const offer = offers.find(({ rate }) => rate.id === chosenId) ?? offers.find(({ charge }) => charge !== null);
  if (!offer || offer.charge === null) return null;
  const { currency, name } = offer.rate;
  return (
    <Card title={t('shipments:plans.compare.skus.title')} hint={t('shipments:plans.compare.skus.hint', { name })} flush>
      <ScrollRegion label={t('shipments:plans.compare.skus.title')} className={classes.wide}>
        <SimpleTable label={t('shipments:plans.compare.skus.title')} cards="minmax(0, 1fr) minmax(0, 1fr)">
          <thead>
            <tr>
              <th scope="col">{t('shipments:plans.compare.skus.sku')}</th>
              <th scope="col" data-figure>
                {t('shipments:plans.compare.skus.units')}
              </th>
              <th scope="col" data-figure>
                {t('shipments:plans.compare.skus.share', { currency })}
              </th>
              <th scope="col" data-figure>
                {t('shipments:plans.compare.skus.perUnit', { currency })}
              </th>
              <th scope="col" data-figure>
                {t('shipments:plans.compare.skus.landed', { currency: accountCurrency })}
              </th>
            </tr>
          </thead>
          <tbody>
            {offer.bySku.map(({ productId, sku, units, amount, perUnit, landedPerUnit }) => (
              <tr key={productId}>
                <th scope="row" data-title>
                  <Link to={paths.product(sku, 'costs')}>{sku}</Link>
                </th>
                <td data-figure data-label={t('shipments:plans.compare.skus.units')}>
                  {formatCount(units)}
                </td>
                <td data-figure data-label={t('shipments:plans.compare.skus.share', { currency })}>
                  <Money as="bare" value={amount} currency={currency} zero="figure" />
                </td>
                <td data-figure data-label={t('shipments:plans.compare.skus.perUnit', { currency })}>
                  <UnitCost value={perUnit} />
                </td>
                <td data-figure data-label={t('shipments:plans.compare.skus.landed', { currency: accountCurrency })}>
                  <UnitCost value={landedPerUnit} strong />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td data-title>{t('shipments:plans.compare.skus.total')}</td>
              <td data-figure>{formatCount(offer.bySku.reduce((sum, { units }) => sum + units, 0))}</td>
              <td data-figure>
                <Money as="bare" value={offer.charge} currency={currency} zero="figure" />
              </td>
              <td data-empty />
              <td data-empty />
            </tr>
          </tfoot>
        </SimpleTable>
      </ScrollRegion>
    </Card>
  );
}
