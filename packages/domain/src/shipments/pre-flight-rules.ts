import { UNIT_SIZES } from '../products/units.ts';
import { PM_PER_MM } from './cartons.ts';

/** A length or weight of a rule, in the unit in which its source states it. */
export interface RuleMeasure {
  readonly unit: 'IN' | 'CM' | 'LB' | 'KG';
  /** In picometres or micrograms, exact. */
  readonly exact: bigint;
}

export const CARTON_LABELS = ['HEAVY_PACKAGE', 'TEAM_LIFT', 'MECH_LIFT', 'OVERWEIGHT'] as const;
export type CartonLabel = (typeof CARTON_LABELS)[number];

/** The rules of a marketplace for cartons (stock §9). Bounds are inclusive; a label is for more than its weight. */
export interface CartonRules {
  readonly marketplace: 'US' | 'UK' | 'EU' | 'AU' | 'JP';
  readonly version: string;
  readonly longestSide: RuleMeasure;
  /** Above this the sources differ about the longest side. */
  readonly longestSideWarning: RuleMeasure | null;
  readonly otherSides: RuleMeasure;
  readonly weight: RuleMeasure;
  readonly units: bigint | null;
  /** Ascending by weight. */
  readonly labels: readonly { readonly above: RuleMeasure; readonly label: CartonLabel }[];
  /** Whether Amazon refuses to label these cartons itself. */
  readonly refusesLabelOwnerAmazon: boolean;
  readonly sources: readonly string[];
}

/** The size of each unit in picometres or micrograms. */
export const EXACT_SIZES: Readonly<Record<RuleMeasure['unit'], bigint>> = {
  IN: (UNIT_SIZES.IN * PM_PER_MM) / UNIT_SIZES.MM,
  CM: (UNIT_SIZES.CM * PM_PER_MM) / UNIT_SIZES.MM,
  LB: UNIT_SIZES.LB / 1000n,
  KG: UNIT_SIZES.KG / 1000n,
};

/** A measure of so many tenths of its unit. */
const tenths = (count: bigint, unit: RuleMeasure['unit']): RuleMeasure => ({
  unit,
  exact: (count * EXACT_SIZES[unit]) / 10n,
});

const VERSION = '2026-11';
const EUROPE: Omit<CartonRules, 'marketplace'> = {
  version: VERSION,
  longestSide: tenths(635n, 'CM'),
  longestSideWarning: null,
  otherSides: tenths(635n, 'CM'),
  weight: tenths(230n, 'KG'),
  units: null,
  labels: [{ above: tenths(150n, 'KG'), label: 'HEAVY_PACKAGE' }],
  refusesLabelOwnerAmazon: false,
  sources: ['Amazon FR 200141510', 'valuezon: back to 63.5 cm'],
};

/** The rules by marketplace. They differ by source in the US, hence the warning. */
export const CARTON_RULES: readonly CartonRules[] = [
  {
    marketplace: 'US',
    version: VERSION,
    longestSide: tenths(360n, 'IN'),
    longestSideWarning: tenths(250n, 'IN'),
    otherSides: tenths(250n, 'IN'),
    weight: tenths(500n, 'LB'),
    units: 150n,
    labels: [
      { above: tenths(500n, 'LB'), label: 'TEAM_LIFT' },
      { above: tenths(1000n, 'LB'), label: 'MECH_LIFT' },
    ],
    refusesLabelOwnerAmazon: true,
    sources: [
      'Amazon routing page as copied: 25 in any side, 50 lb',
      'flexport: 25 in, 50 lb, 150 units',
      'projectfba: 36 × 25 × 25 in',
    ],
  },
  { marketplace: 'UK', ...EUROPE },
  { marketplace: 'EU', ...EUROPE },
  {
    marketplace: 'AU',
    version: VERSION,
    longestSide: tenths(635n, 'CM'),
    longestSideWarning: null,
    otherSides: tenths(635n, 'CM'),
    weight: tenths(226n, 'KG'),
    units: null,
    labels: [{ above: tenths(226n, 'KG'), label: 'TEAM_LIFT' }],
    refusesLabelOwnerAmazon: false,
    sources: ['Amazon AU 200141510'],
  },
  {
    marketplace: 'JP',
    version: VERSION,
    longestSide: tenths(600n, 'CM'),
    longestSideWarning: null,
    otherSides: tenths(500n, 'CM'),
    weight: tenths(400n, 'KG'),
    units: null,
    labels: [{ above: tenths(150n, 'KG'), label: 'OVERWEIGHT' }],
    refusesLabelOwnerAmazon: false,
    sources: ['Amazon JP 200141510', 'Amazon JP 200280260', '40 kg: one secondary source'],
  },
];

/** The countries of the European Union. */
const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** The rules for a destination by its country code; undefined where none are known, never those of another one. */
export function rulesFor(country: string): CartonRules | undefined {
  const marketplace = country === 'GB' ? 'UK' : EU.has(country) ? 'EU' : country;
  return CARTON_RULES.find((rules) => rules.marketplace === marketplace);
}
