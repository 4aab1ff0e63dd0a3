import type { ContainerFill, Offer } from '@quayside/contracts/shipments/what-if';
import { decimalText, formatAmount, MICRO, pow10, roundDiv, unitCost } from '@quayside/domain/money/money';
import {
  CONTAINERS,
  containersFor,
  type ContainerSizes,
  type FullContainerType,
} from '@quayside/domain/shipments/containers';
import type { Fraction } from '@quayside/domain/shipments/fractions';
import type { Charge, FreightRate } from '@quayside/domain/shipments/freight-rates';
import type { Packed } from '@quayside/domain/shipments/leaves';
import { type compareOffers, estimateBySku } from '@quayside/domain/shipments/what-if';
import { inMainUnit, plain } from '../rows/measure-texts.ts';
import { rateAnswer } from '../plans/plan-rates.answers.ts';
import type { RateHead } from '../plans/plan-rates.views.ts';
import { totalOf } from '../sync/plan-goods.ts';

interface OfferedRate {
  readonly head: RateHead;
  readonly rate: FreightRate;
  readonly result: ReturnType<typeof compareOffers>[number];
  readonly isChosen: boolean;
}
interface OfferSurroundings {
  readonly packed: readonly Packed[];
  /** Account currency. */
  readonly currency: string;
  /** The day on which the rate should hold. */
  readonly day: string;
  /** What the goods of a product cost without own SHIPPING entries, in account currency. */
  readonly landed: ReadonlyMap<string, bigint>;
}

/** A freight rate beside the others, as the API shows it. */
export function offerAnswer({ head, rate, result, isChosen }: OfferedRate, of: OfferSurroundings): Offer {
  const { charge, gap, accountMinor, differenceMinor } = result;
  const inRate = (minor: bigint) => formatAmount(minor, rate.currency);
  const inAccount = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, of.currency));
  return {
    rate: rateAnswer(head, of.day),
    isChosen,
    remarks: charge ? [...charge.remarks] : [],
    charge: charge ? inRate(charge.totalMinor) : null,
    fees: inRate(rate.feesMinor.reduce((sum, fee) => sum + fee, 0n)),
    chargeable: charge ? quantityText(charge.chargeable) : null,
    price: charge ? plain(decimalText(charge.appliedBreak.price.digits, charge.appliedBreak.price.scale)) : null,
    from: charge ? inMainUnit(charge.appliedBreak.from) : null,
    isLeastCharge: charge?.isLeastCharge ?? false,
    containers: charge && rate.unit === 'CONTAINER' ? Number(charge.chargeable.n / charge.chargeable.d) : null,
    lacking: gap ? { reason: gap.reason, products: gap.lacking } : null,
    accountAmount: inAccount(accountMinor),
    perUnit: result.perUnit,
    arrivalDay: result.arrivalDay,
    difference: inAccount(differenceMinor),
    bySku: charge ? skuAnswers({ charge, accountMinor, rate }, of) : [],
  };
}

interface SharedCharge {
  readonly charge: Charge;
  readonly accountMinor: bigint | null;
  readonly rate: FreightRate;
}

/** What the charge comes to for each SKU, and what a unit then costs altogether. */
function skuAnswers({ charge, accountMinor, rate }: SharedCharge, of: OfferSurroundings): Offer['bySku'] {
  const inAccount = new Map(
    accountMinor === null
      ? []
      : estimateBySku(accountMinor, of.currency, of.packed, charge.rated).map((sku) => [sku.productId, sku.minor]),
  );
  return estimateBySku(charge.totalMinor, rate.currency, of.packed, charge.rated).map(({ minor, units, ...sku }) => {
    const share = inAccount.get(sku.productId);
    const landed = of.landed.get(sku.productId);
    return {
      ...sku,
      units: Number(units),
      amount: formatAmount(minor, rate.currency),
      accountAmount: share === undefined ? null : formatAmount(share, of.currency),
      landedPerUnit:
        share === undefined || landed === undefined ? null : unitCost(landed + share, units * MICRO, of.currency),
    };
  });
}

/** A quantity of a rate as shown, rounded once to billionths. */
const quantityText = ({ n, d }: Fraction): string => inMainUnit(roundDiv(n * pow10(9), d));

/** The cheapest first; those without a charge in account currency come last, in their own sequence. */
export const inSequence = <T extends Pick<OfferedRate, 'result'>>(offers: readonly T[]): T[] =>
  offers.toSorted(({ result: { accountMinor: a } }, { result: { accountMinor: b } }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a < b ? -1 : Number(a > b);
  });

/** How full each container would be with these goods. */
export function fillsOf(packed: readonly Packed[], sizes: ContainerSizes): ContainerFill[] {
  const [volume, weight] = [totalOf(packed, 'volume'), totalOf(packed, 'weight')];
  return (Object.keys(CONTAINERS) as FullContainerType[]).map((containerType) => {
    const size = sizes[containerType];
    const count = volume && weight ? containersFor(volume, weight, size) : null;
    const percent = (of: Fraction | null, capacity: bigint) =>
      of && count !== null ? decimalText(roundDiv(of.n * 1000n, of.d * capacity * count), 1) : null;
    return {
      containerType,
      name: CONTAINERS[containerType].name,
      usableVolume: inMainUnit(size.usableMm3),
      payload: inMainUnit(size.payloadUg),
      count: count === null ? null : Number(count),
      volumePercent: percent(volume, size.usableMm3),
      weightPercent: percent(weight, size.payloadUg),
    };
  });
}
