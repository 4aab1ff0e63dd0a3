import type { BodyIn } from '@quayside/contracts/endpoint';
import type { createFreightRate, FreightRate } from '@quayside/contracts/freight/freight-rates';
import type { Pair } from './number-rows.tsx';

/** The values of the form. This is a type and not an interface, so that its fields can be indexed by name. */
export type RateValues = {
  name: string;
  forwarderId: string | null;
  mode: FreightRate['mode'] | null;
  fromCountry: string | null;
  toCountry: string | null;
  currency: string;
  unit: FreightRate['unit'] | null;
  breaks: { from: string; price: string }[];
  divisor: string;
  divisorUnit: FreightRate['divisorUnit'];
  level: FreightRate['level'];
  sideRounding: FreightRate['sideRounding'];
  sideUnit: FreightRate['sideUnit'];
  minimum: string;
  step: string;
  leastCharge: string;
  fees: { name: string; amount: string }[];
  containerType: FreightRate['containerType'];
  transitDays: number | null;
  validFrom: string;
  validTo: string;
  notes: string;
  version?: number;
};

const withoutZero = (text: string): string => (/[1-9]/.test(text) ? text : '');

/** The values of a stored rate, or those of a new one in the currency of the account. */
export const valuesOf = (rate: FreightRate | undefined, currency: string): RateValues => ({
  name: rate?.name ?? '',
  forwarderId: rate?.forwarder?.id ?? null,
  mode: rate?.mode ?? null,
  fromCountry: rate?.fromCountry ?? null,
  toCountry: rate?.toCountry ?? null,
  currency: rate?.currency ?? currency,
  unit: rate?.unit ?? null,
  breaks: rate?.breaks ?? [{ from: '0', price: '' }],
  divisor: rate?.divisor ?? '',
  divisorUnit: rate?.divisorUnit ?? 'CM3_PER_KG',
  level: rate?.level ?? 'SHIPMENT',
  sideRounding: rate?.sideRounding ?? 'NONE',
  sideUnit: rate?.sideUnit ?? 'CM',
  minimum: withoutZero(rate?.minimum ?? ''),
  step: withoutZero(rate?.step ?? ''),
  leastCharge: withoutZero(rate?.leastCharge ?? ''),
  fees: rate?.fees ?? [],
  containerType: rate?.containerType ?? null,
  transitDays: rate?.transitDays ?? null,
  validFrom: rate?.validFrom ?? '',
  validTo: rate?.validTo ?? '',
  notes: rate?.notes ?? '',
  ...(rate && { version: rate.version }),
});

type Body = BodyIn<typeof createFreightRate>;
/** What is sent besides what the form builds: an emptied number is 0. */
export const emptied = ({
  minimum,
  step,
  leastCharge,
}: RateValues): Pick<Body, 'minimum' | 'step' | 'leastCharge'> => ({
  minimum: minimum.trim() || '0',
  step: step.trim() || '0',
  leastCharge: leastCharge.trim() || '0',
});

export const pairsOfBreaks = (breaks: RateValues['breaks']): Pair[] => breaks.map(({ from, price }) => [from, price]);
export const breaksOfPairs = (pairs: readonly Pair[]): RateValues['breaks'] =>
  pairs.map(([from, price]) => ({ from, price }));
export const pairsOfFees = (fees: RateValues['fees']): Pair[] => fees.map(({ name, amount }) => [name, amount]);
export const feesOfPairs = (pairs: readonly Pair[]): RateValues['fees'] =>
  pairs.map(([name, amount]) => ({ name, amount }));
