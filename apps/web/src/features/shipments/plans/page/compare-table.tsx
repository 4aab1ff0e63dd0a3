import { Radio } from '@mantine/core';
import type { Offer, WhatIf } from '@quayside/contracts/shipments/what-if';
import { IconCheck, IconPlane, IconShip, IconTruck, IconTruckDelivery, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../../components/ui/action-button.tsx';
import { Money, UnitCost } from '../../../../components/ui/money.tsx';
import { ScrollRegion } from '../../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../../components/ui/simple-table.tsx';
import { Chip } from '../../../../components/ui/status-chip.tsx';
import { MeasuredText } from '../../../../components/ui/measured-text.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import { EN_DASH, formatDayShort, formatMoney, formatPercent, formatQuantity } from '../../../../lib/words/format.ts';
import { paths } from '../../../../lib/paths.ts';
import { type MeasureWords, ROUNDED } from '../../../../lib/words/measure-words.ts';
import classes from '../plans.module.css';
import { useFreightChoice } from './use-freight-choice.ts';

const ICONS = { AIR: IconPlane, COURIER: IconTruckDelivery, SEA: IconShip, LAND: IconTruck } as const;

interface TableProps {
  readonly answer: WhatIf;
  readonly canChoose: boolean;
  readonly isBusy: boolean;
}

/** One row for each freight rate. Choosing one stores it. */
export function CompareTable({ answer, canChoose, isBusy }: TableProps) {
  const t = useT();
  const name = useId();
  const choice = useFreightChoice();
  const { accountCurrency, offers } = answer;
  return (
    <ScrollRegion label={t('shipments:plans.compare.title')} className={classes.wide}>
      <SimpleTable label={t('shipments:plans.compare.title')} cards="minmax(0, 1fr) minmax(0, 1fr)" isBusy={isBusy}>
        <thead>
          <tr>
            <th scope="col">{t('shipments:plans.compare.mode')}</th>
            <th scope="col">{t('shipments:plans.compare.rate')}</th>
            <th scope="col" data-figure>
              {t('shipments:plans.compare.fill')}
            </th>
            <th scope="col" data-figure>
              {t('shipments:plans.compare.arrives')}
            </th>
            <th scope="col" data-figure>
              {t('shipments:plans.compare.freight', { currency: accountCurrency })}
            </th>
            <th scope="col" data-figure>
              {t('shipments:plans.compare.perUnit')}
            </th>
            <th scope="col" data-figure>
              {t('shipments:plans.compare.against')}
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <OfferRow
              key={offer.rate.id}
              offer={offer}
              answer={answer}
              group={name}
              isChosen={choice.chosenId === offer.rate.id}
              onChoose={canChoose ? () => choice.choose(offer.rate) : undefined}
              onClear={canChoose ? () => choice.clear(offer.rate) : undefined}
            />
          ))}
        </tbody>
      </SimpleTable>
    </ScrollRegion>
  );
}

interface RowProps {
  readonly offer: Offer;
  readonly answer: WhatIf;
  /** The name of the group of radio buttons. */
  readonly group: string;
  readonly isChosen: boolean;
  readonly onChoose: (() => void) | undefined;
  readonly onClear: (() => void) | undefined;
}

function OfferRow({ offer, answer: { accountCurrency, containers }, group, isChosen, onChoose, onClear }: RowProps) {
  const t = useT();
  const { rate } = offer;
  const Icon = ICONS[rate.mode];
  const container = containers.find(({ containerType }) => containerType === rate.containerType);
  const fill = container?.volumePercent;
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row" data-title>
        <span className={classes.offer}>
          {onChoose ? (
            <Radio
              size="xs"
              name={group}
              checked={isChosen}
              aria-label={t('shipments:plans.compare.choose', { name: rate.name })}
              onChange={onChoose}
            />
          ) : (
            isChosen && <IconCheck size={16} stroke={2} role="img" aria-label={t('shipments:plans.compare.chosen')} />
          )}
          <Icon size={16} stroke={1.75} aria-hidden />
          <span className={classes.offerName}>
            {rate.name}
            {rate.forwarder && <span className="quiet">{rate.forwarder.companyName}</span>}
          </span>
          <Validity offer={offer} />
        </span>
      </th>
      <td data-wide>
        <RateWords offer={offer} container={container?.name ?? ''} />
      </td>
      <td data-figure data-label={t('shipments:plans.compare.fill')} data-empty={fill ? undefined : true}>
        {fill ? formatPercent(fill, 0) : EN_DASH}
      </td>
      <td data-figure data-label={t('shipments:plans.compare.arrives')}>
        {formatDayShort(offer.arrivalDay)}
      </td>
      <td data-figure data-label={t('shipments:plans.compare.freight', { currency: accountCurrency })}>
        <Money as="bare" value={offer.accountAmount} currency={accountCurrency} zero="figure" strong />
        {rate.currency !== accountCurrency && offer.charge !== null && (
          <span className="quiet">
            {' '}
            <Money as="code" value={offer.charge} currency={rate.currency} zero="figure" />
          </span>
        )}
      </td>
      <td data-figure data-label={t('shipments:plans.compare.perUnit')}>
        <UnitCost value={offer.perUnit} />
      </td>
      <td data-figure data-label={t('shipments:plans.compare.against')}>
        {isChosen ? (
          <span className={classes.chosen}>
            {t('shipments:plans.compare.chosen')}
            {onClear && (
              <IconButton size={24} icon={IconX} label={t('shipments:plans.compare.clear')} onClick={onClear} />
            )}
          </span>
        ) : (
          <Money as="bare" value={offer.difference} currency={accountCurrency} zero="figure" sign="always" />
        )}
      </td>
    </tr>
  );
}

/** A rate that does not hold on the day is said so. */
function Validity({ offer: { rate } }: { offer: Offer }) {
  const t = useT();
  if (rate.validity === 'VALID') return null;
  return (
    <Chip tone="warning">
      {rate.validity === 'EXPIRED'
        ? t('shipments:plans.compare.expired', { day: formatDayShort(rate.validTo) })
        : t('shipments:plans.compare.notYet', { day: formatDayShort(rate.validFrom) })}
    </Chip>
  );
}

const LACKING = ['MISSING_WEIGHT', 'MISSING_VOLUME', 'NO_CARTONS'] as const;

/** From what the charge is worked out, or why there is none. */
function RateWords({ offer, container }: { offer: Offer; container: string }) {
  const t = useT();
  const { lacking } = offer;
  if (lacking) {
    const reason = LACKING.find((one) => one === lacking.reason) ?? 'OTHER';
    return (
      <span className={classes.unknown}>
        {t(`shipments:plans.compare.lacking.${reason}`)}{' '}
        {lacking.products.map(({ productId, sku }, index) => (
          <span key={productId}>
            {index > 0 && ', '}
            <Link to={paths.product(sku, 'case-packaging')}>{sku}</Link>
          </span>
        ))}
      </span>
    );
  }
  const hasRemarks = remarksOf(t, offer, ROUNDED).length > 0;
  return (
    <>
      <span className="num">
        <MeasuredText>{(words) => rateWords(t, offer, container, words)}</MeasuredText>
      </span>
      {hasRemarks && (
        <span className={`quiet ${classes.remarks}`}>
          <MeasuredText>{(words) => remarksOf(t, offer, words).join(' · ')}</MeasuredText>
        </span>
      )}
    </>
  );
}

/** An amount with two decimals or more, as it is written in a price: 3.8550 is 3.855. */
const priceWords = (price: string, currency: string): string => {
  const [whole = '0', decimals = ''] = price.split('.');
  return decimals.length > 2
    ? `${currency} ${formatQuantity(price, 'figure')}`
    : formatMoney(`${whole}.${decimals.padEnd(2, '0')}`, currency, { as: 'code', zero: 'figure' });
};

function rateWords(
  t: T,
  { rate, chargeable, price, fees, containers }: Offer,
  container: string,
  measures: MeasureWords,
): string {
  const shown = priceWords(price ?? '0', rate.currency);
  const count = containers ?? 1;
  const words =
    rate.unit === 'CONTAINER'
      ? t('shipments:plans.compare.unit.CONTAINER', { count, container, price: shown })
      : t(`shipments:plans.compare.unit.${rate.unit}`, { quantity: quantityWords(chargeable, measures), price: shown });
  if (Number(fees) === 0) return words;
  const amount = formatMoney(fees, rate.currency, { as: 'code' });
  return `${words} ${t('shipments:plans.compare.fees', { amount })}`;
}

/** Kilograms and cubic metres are shown with up to three decimals. */
const quantityWords = (quantity: string | null, measures: MeasureWords): string =>
  measures.quantity(quantity ?? '0', 3);

/** What a person should know about a charge. */
function remarksOf(
  t: T,
  { rate, remarks, isLeastCharge, chargeable, from, accountAmount, charge }: Offer,
  measures: MeasureWords,
): string[] {
  const isRoundedUp = from !== null && chargeable !== null && Number(from) > Number(chargeable);
  return [
    isRoundedUp &&
      t('shipments:plans.compare.chargedAs', {
        quantity: t(`shipments:plans.compare.from.${rate.unit}`, { quantity: quantityWords(from, measures) }),
      }),
    isLeastCharge && t('shipments:plans.compare.least'),
    remarks.includes('MODE_DIVISOR') && t('shipments:plans.compare.modeDivisor'),
    charge !== null && accountAmount === null && t('shipments:plans.compare.noExchange', { currency: rate.currency }),
  ].filter((words) => words !== false);
}
