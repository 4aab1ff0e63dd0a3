import { allocateOver } from '../money/allocate.ts';
import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import { differenceOf, isPaid, sumOf, type Instalment } from './instalments.ts';

/** How many instalments a schedule has at most. */
export const MAX_INSTALMENTS = 100;

/** The place of an instalment as a key that sorts like the place itself, so that ties go to the earlier one. */
const keyOfPlace = (place: number): string => String(place).padStart(6, '0');

/**
 * Splits a total by weights, such as hundredths of a per cent, by largest remainder; ties go to the earlier one
 * (payables §1). Amounts are returned in the order of the weights.
 */
export const shareByWeights = (totalMinor: bigint, weights: readonly bigint[]): bigint[] =>
  allocateOver(
    totalMinor,
    weights.map((weight, place) => ({ key: keyOfPlace(place), weight })),
    (_, share) => share,
  );

/** Whether a schedule is by amounts: no instalment has a share in per cent. */
export const isByAmounts = (instalments: readonly Pick<Instalment, 'hundredths'>[]): boolean =>
  instalments.every(({ hundredths }) => hundredths === null);

/**
 * The amounts of a schedule after its total changed or an entry was undone (payables §1), in the order of the
 * instalments. A schedule by amounts keeps them. By percents, paid instalments with an entry keep their amounts and the
 * rest is shared by the remaining percents. Nobody falls below what is settled: all who would keep exactly that, and
 * the rest is shared again. With a rest of 0 or less the others stand at what is settled.
 */
export function reshare(totalMinor: bigint, instalments: readonly Instalment[]): bigint[] {
  if (isByAmounts(instalments)) return instalments.map(({ amountMinor }) => amountMinor);
  const isKept = (one: Instalment) => one.isDeposit === true || (one.settledMinor > 0n && isPaid(one));
  return shareRest(totalMinor, instalments, new Set(instalments.filter(isKept)));
}

/**
 * Whether something is open although the instalments do not add up to the total: what nobody could take of a changed
 * total is shared as soon as an instalment is open again, such as by the correction of a payment. Only by percents.
 */
export const isOutOfStep = (totalMinor: bigint, instalments: readonly Instalment[]): boolean =>
  !isByAmounts(instalments) &&
  !instalments.every(isPaid) &&
  differenceOf(
    totalMinor,
    instalments.map(({ amountMinor }) => amountMinor),
  ) !== 0n;

type Sharing = Pick<Instalment, 'hundredths' | 'settledMinor'>;

/** Shares a total by percents beside the instalments that are kept: these have exactly what is settled of them. */
export function shareRest<I extends Sharing>(
  totalMinor: bigint,
  instalments: readonly I[],
  kept: ReadonlySet<I>,
): bigint[] {
  const whole = wholeShares(totalMinor, instalments, kept);
  if (whole) return whole;
  const fixed = new Set(kept);
  for (;;) {
    const takers = instalments.filter((one) => !fixed.has(one));
    const rest = totalMinor - sumOf([...fixed].map(({ settledMinor }) => settledMinor));
    if (takers.length === 0 || rest <= 0n) return instalments.map(({ settledMinor }) => settledMinor);
    const shares = new Map(zip(takers, shareByWeights(rest, weightsOf(takers))));
    // One whose share is exactly what is settled is paid by it. It is left out at once, as it will be the next time:
    // the same total shared again must give the same amounts, to the last minor unit.
    const paid = takers.filter((one) => one.settledMinor > 0n && (shares.get(one) ?? 0n) <= one.settledMinor);
    if (paid.length === 0) return instalments.map((one) => shares.get(one) ?? one.settledMinor);
    for (const one of paid) fixed.add(one);
  }
}

/**
 * The shares of the whole total, when those that keep their amounts have exactly these. Sharing only the rest would
 * give the same amounts but for a minor unit in rare cases, and undoing a payment would then not lead back to the
 * amounts that were there before it.
 */
function wholeShares<I extends Sharing>(
  totalMinor: bigint,
  instalments: readonly I[],
  kept: ReadonlySet<I>,
): bigint[] | undefined {
  if (totalMinor <= 0n || instalments.length === 0) return undefined;
  const shares = shareByWeights(totalMinor, weightsOf(instalments));
  const fits = zip(instalments, shares).every(([one, share]) =>
    kept.has(one) ? share === one.settledMinor : share >= one.settledMinor,
  );
  return fits ? shares : undefined;
}

/**
 * The weights by which instalments share a rest: their percents. One that was made for an earlier rest has none: it
 * takes only what nobody with a percent is left for, and of several such instalments the first one takes it.
 */
function weightsOf(takers: readonly Pick<Instalment, 'hundredths'>[]): bigint[] {
  if (!isByAmounts(takers)) return takers.map(({ hundredths }) => BigInt(hundredths ?? 0));
  return takers.map((_, place) => (place === 0 ? 1n : 0n));
}

const zip = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
  as.flatMap((a, i) => {
    const b = bs[i];
    return b === undefined ? [] : [[a, b] as [A, B]];
  });

/**
 * The amount of one more instalment of the rest, for which nobody was left (payables §1). Refused when there is no
 * rest, or when the schedule has all the instalments that it may have.
 */
export function amountOfOneMore(totalMinor: bigint, amountsMinor: readonly bigint[]): Result<bigint> {
  const rest = differenceOf(totalMinor, amountsMinor);
  if (rest <= 0n) return refuse('bad_input', ruleText('payment.no_rest'));
  if (amountsMinor.length >= MAX_INSTALMENTS)
    return refuse('bad_input', ruleText('payment.count', { max: MAX_INSTALMENTS }));
  return ok(rest);
}

/** What one instalment gives up of a surplus, and the amount that it has afterwards. */
interface GivenUp {
  readonly id: string;
  readonly givesUpMinor: bigint;
  readonly amountMinor: bigint;
}

/** By how much all that is settled exceeds the total; 0 when it does not. */
export function surplusOf(totalMinor: bigint, instalments: readonly Pick<Instalment, 'settledMinor'>[]): bigint {
  const surplus = sumOf(instalments.map(({ settledMinor }) => settledMinor)) - totalMinor;
  return surplus > 0n ? surplus : 0n;
}

/**
 * Takes the surplus off the last paid instalments, none below 0 (payables §1). Only when these have too little, off the
 * last ones that are paid in part, which can be in a schedule by amounts. Returns those that give something up, the
 * last first.
 */
export function takeSurplus(totalMinor: bigint, instalments: readonly Instalment[]): GivenUp[] {
  const fromLast = instalments.toReversed();
  let left = surplusOf(totalMinor, instalments);
  return [...fromLast.filter(isPaid), ...fromLast.filter((one) => !isPaid(one))].flatMap((one): GivenUp[] => {
    const givesUpMinor = one.settledMinor < left ? one.settledMinor : left;
    left -= givesUpMinor;
    return givesUpMinor === 0n ? [] : [{ id: one.id, givesUpMinor, amountMinor: one.amountMinor - givesUpMinor }];
  });
}
