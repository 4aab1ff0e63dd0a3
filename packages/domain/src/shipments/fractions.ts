/** An exact fraction in lowest terms; the denominator is above 0. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
};

/** Creates the fraction n ÷ d. Throws when d is not above 0. */
export function fraction(n: bigint, d = 1n): Fraction {
  if (d <= 0n) throw new RangeError('The denominator of a fraction is above 0');
  const divisor = d === 1n ? 1n : gcd(n, d);
  return divisor === 1n ? { n, d } : { n: n / divisor, d: d / divisor };
}

export const NOTHING: Fraction = { n: 0n, d: 1n };

const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? fraction(a.n + b.n, a.d) : fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);

/** Divides a fraction by one that is above 0. */
export const dividedBy = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n);

export const sumOfFractions = (all: readonly Fraction[]): Fraction => all.reduce(plus, NOTHING);

/** Whether a is at least b. */
export const isAtLeast = (a: Fraction, b: Fraction): boolean => a.n * b.d >= b.n * a.d;
export const greaterOf = (a: Fraction, b: Fraction): Fraction => (isAtLeast(a, b) ? a : b);

/** The least whole number that is at least this fraction, which is not below 0. */
export const ceilingOf = ({ n, d }: Fraction): bigint => (n + d - 1n) / d;

/** The least multiple of the step that is at least the value; the value itself without a step. */
export const upToStep = (value: Fraction, step: Fraction | null): Fraction =>
  step === null ? value : times(fraction(ceilingOf(dividedBy(value, step))), step);

/** Whole numbers in the proportions of fractions: each is its fraction × `scale`. */
interface InProportion {
  readonly weights: bigint[];
  readonly scale: bigint;
}

/** Whole numbers in the same proportions: all fractions over their least common denominator. */
export function inProportion(all: readonly Fraction[]): InProportion {
  const common = all.reduce((sofar, { d }) => (sofar % d === 0n ? sofar : (sofar / gcd(sofar, d)) * d), 1n);
  return { weights: all.map(({ n, d }) => n * (common / d)), scale: common };
}
