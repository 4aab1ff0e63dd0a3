import { dayToUnix } from '../days/days.ts';
import { divideRates, inverseRate, parseRate, type Rate } from './money.ts';

/** How a rate came into the table of exchange rates. */
export const RATE_ORIGINS = ['TYPED', 'PASTED', 'FILE', 'ECB'] as const;
export type RateOrigin = (typeof RATE_ORIGINS)[number];

/** Where a proposed rate comes from: the table of exchange rates, or a rate that was typed on an invoice. */
export const PROPOSAL_ORIGINS = [...RATE_ORIGINS, 'INVOICE'] as const;
export type ProposalOrigin = (typeof PROPOSAL_ORIGINS)[number];

/** The currency to which the European Central Bank quotes all others. */
const EURO = 'EUR';
const SECONDS_OF_DAY = 86_400;

/** A known rate of one day, as it was entered: `rate` units of `quote` for 1 unit of `base`. */
export interface KnownRate {
  readonly day: string;
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
  readonly origin: ProposalOrigin;
}

/** The rate that is proposed for a pair on a day, with everything from which it was computed. */
interface RateProposal<Known extends KnownRate = KnownRate> {
  /** Units of the currency that is converted to, for 1 unit of the currency that is converted from. */
  readonly rate: Rate;
  readonly day: string;
  /** The number of days between the day of the rate and the day for which it is proposed. */
  readonly ageDays: number;
  readonly origin: ProposalOrigin;
  /** The rates from which it was computed: one, or two through the euro. */
  readonly parts: readonly Known[];
}

/** Of several rates of the same day, the one with the smallest number is proposed: the bank's comes last. */
const RANK: Readonly<Record<ProposalOrigin, number>> = { TYPED: 0, PASTED: 1, FILE: 1, INVOICE: 2, ECB: 3 };

/** Whether the rate is one between these two currencies, in either direction. */
const isPair = ({ base, quote }: KnownRate, one: string, other: string): boolean =>
  (base === one && quote === other) || (base === other && quote === one);

const rateOf = (known: KnownRate): Rate => {
  const parsed = parseRate(known.rate);
  if (!parsed.ok) throw new RangeError(`The known rate ${known.rate} cannot be read`);
  return parsed.value;
};

/** A known rate as units of `to` for 1 unit of the other currency: as entered, or its inverse. */
const towards = (known: KnownRate, to: string): Rate =>
  known.quote === to ? rateOf(known) : inverseRate(rateOf(known));

interface Candidate<Known extends KnownRate> {
  readonly day: string;
  readonly rank: number;
  readonly origin: ProposalOrigin;
  readonly parts: readonly Known[];
}

/**
 * Proposes the rate of a pair on a day: the most recent one that is not later than the day. Of several of that most
 * recent day, a rate of the account comes before one that was typed on an invoice, and this one before one of the
 * European Central Bank. Where the bank does not quote the pair, its rate is computed from the two rates of one day to
 * the euro, and a pair that is quoted comes before a computed one. Undefined when nothing is known.
 */
export function proposeRate<Known extends KnownRate>(
  wanted: { readonly from: string; readonly to: string; readonly on: string },
  known: readonly Known[],
): RateProposal<Known> | undefined {
  const { from, to, on } = wanted;
  if (from === to) return undefined;
  const past = known.filter(({ day }) => day <= on);
  const direct = past
    .filter((one) => isPair(one, from, to))
    .map((one): Candidate<Known> => ({ day: one.day, rank: RANK[one.origin], origin: one.origin, parts: [one] }));
  const [best] = [...direct, ...throughEuro(past, from, to)].toSorted(
    (a, b) => compare(b.day, a.day) || a.rank - b.rank,
  );
  if (!best) return undefined;
  const age = (dayToUnix(on) - dayToUnix(best.day)) / SECONDS_OF_DAY;
  return { rate: rateOfParts(best.parts, to), day: best.day, ageDays: age, origin: best.origin, parts: best.parts };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The pairs of rates to the euro that the European Central Bank published on the same day. */
function throughEuro<Known extends KnownRate>(past: readonly Known[], from: string, to: string): Candidate<Known>[] {
  if (from === EURO || to === EURO) return [];
  const ofBank = past.filter(({ origin }) => origin === 'ECB');
  const ofTo = new Map(ofBank.filter((one) => isPair(one, EURO, to)).map((one) => [one.day, one]));
  return ofBank
    .filter((one) => isPair(one, EURO, from))
    .flatMap((one) => {
      const other = ofTo.get(one.day);
      return other ? [{ day: one.day, rank: RANK.ECB + 1, origin: 'ECB', parts: [one, other] } as const] : [];
    });
}

/** Computes the rate from its parts, rounded once. Of two parts, the first belongs to the currency converted from. */
function rateOfParts(parts: readonly KnownRate[], to: string): Rate {
  const [first, second] = parts;
  if (!first) throw new RangeError('A rate has at least one part');
  if (!second) return towards(first, to);
  // The bank quotes both as units for 1 euro, so only the division rounds. A rate of euros per unit would be inverted
  // first, and so rounded twice.
  return divideRates(inEuro(second), inEuro(first));
}

const inEuro = (known: KnownRate): Rate => (known.base === EURO ? rateOf(known) : inverseRate(rateOf(known)));
