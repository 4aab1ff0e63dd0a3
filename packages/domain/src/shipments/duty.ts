import type { Basis, CostCategory } from '../lists.ts';
import { pow10 } from '../money/money.ts';
import { parseUnitPrice } from '../money/unit-price.ts';
import { refuseField, type FieldResult } from '../payables/refusals.ts';
import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import { validityOn } from './freight-rates.ts';
import { productsOfLeaves, type Leaf, type Unweighable } from './leaves.ts';

/**
 * What duty is charged on: CIF is the goods with freight and insurance to the border, FOB is the goods alone (stock
 * §7).
 */
export const CUSTOMS_VALUES = ['CIF', 'FOB'] as const;
export type CustomsValue = (typeof CUSTOMS_VALUES)[number];

/** The customs value by destination, where it is not CIF. From general knowledge: an account can set each of them. */
const FOB_DESTINATIONS: readonly string[] = ['US'];

/** The customs value of a destination: what the account set, otherwise FOB for the US and CIF for all others. */
export const customsValueOf = (country: string, setByAccount: ReadonlyMap<string, CustomsValue>): CustomsValue =>
  setByAccount.get(country) ?? (FOB_DESTINATIONS.includes(country) ? 'FOB' : 'CIF');

/** Duty rates are counted in thousandths of a per cent: 4 % is 4000. */
const DUTY_RATE_DECIMALS = 3;
/** A customs value × thousandths of a per cent ÷ this is the duty. */
export const DUTY_SCALE = 100n * 1000n;
/** The limit of a duty rate, which can be above 100 %. */
const DUTY_RATE_LIMIT = 1000;

/** Parses a duty rate in per cent into thousandths: 0 to 1000, with up to 3 decimals. */
export function parseDutyRate(text: string): Result<bigint> {
  const parsed = parseUnitPrice(text);
  if (parsed.ok && parsed.value.digits >= 0n && parsed.value.scale <= DUTY_RATE_DECIMALS) {
    const thousandths = parsed.value.digits * pow10(DUTY_RATE_DECIMALS - parsed.value.scale);
    if (thousandths <= BigInt(DUTY_RATE_LIMIT) * pow10(DUTY_RATE_DECIMALS)) return ok(thousandths);
  }
  return refuse('bad_input', ruleText('duty.percent', { max: DUTY_RATE_LIMIT, decimals: DUTY_RATE_DECIMALS }));
}

/** A duty rate of a product, or of an HS code, in a destination. */
export interface DutyRate {
  readonly id: string;
  readonly productId: string | null;
  /** Its digits. */
  readonly hsCode: string | null;
  readonly country: string;
  /** Thousandths of a per cent; 0 is known. */
  readonly thousandths: bigint;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** The digits of an HS code: 8516.79.70 and 8516 7970 are the same. */
export const hsDigits = (code: string): string => code.replace(/[\s.]/g, '');

/** Whether this is an HS code: 4 to 12 digits, with dots or spaces between them. */
export const isHsCode = (text: string): boolean => /^\d(?:[. ]?\d){3,11}$/.test(text);

/**
 * Finds the rate of a product in a destination on a day (stock §7): one of the product itself goes before one of its HS
 * code, and of several the one that began last, then the one with the smaller id. Undefined means that it is missing.
 */
export function findDutyRate(
  rates: readonly DutyRate[],
  product: { readonly id: string; readonly hsCode: string | null },
  country: string,
  day: string,
): DutyRate | undefined {
  const holding = rates.filter((rate) => rate.country === country && validityOn(rate, day) === 'VALID');
  const own = holding.filter(({ productId }) => productId === product.id);
  const code = product.hsCode === null ? null : hsDigits(product.hsCode);
  const byCode = holding.filter(
    ({ productId, hsCode }) => productId === null && hsCode !== null && hsDigits(hsCode) === code,
  );
  const begin = ({ validFrom }: DutyRate): string => validFrom ?? '';
  return (own.length > 0 ? own : byCode).toSorted((a, b) => {
    if (begin(a) !== begin(b)) return begin(a) > begin(b) ? -1 : 1;
    return a.id < b.id ? -1 : 1;
  })[0];
}

/** What duty needs to know of a leaf beside its goods, which are its factory amount. */
export interface DutyFacts {
  /** The sums of its entries of these categories in account currency. */
  readonly shippingMinor: bigint;
  readonly insuranceMinor: bigint;
  /** Thousandths of a per cent; null: nobody knows the rate, or the leaf is in no plan and so has no destination. */
  readonly rateThousandths: bigint | null;
  readonly customsValue: CustomsValue;
}

/** The customs value of a leaf in minor units of the account currency; null while its goods have no rate. */
export const customsValueMinor = (
  { factoryMinor }: Pick<Leaf, 'factoryMinor'>,
  { shippingMinor, insuranceMinor, customsValue }: DutyFacts,
): bigint | null =>
  factoryMinor === null || customsValue === 'FOB' ? factoryMinor : factoryMinor + shippingMinor + insuranceMinor;

/** A line of freight or insurance cannot go by DUTY, because its shares are weights of duty lines (stock §7). */
export const checkDutyBasis = (category: CostCategory, basis: Basis | null): FieldResult<true> =>
  basis === 'DUTY' && (category === 'SHIPPING' || category === 'INSURANCE')
    ? refuseField('basis', ruleText('share.duty_category'))
    : ok(true);

/**
 * The weights of leaves for DUTY: customs value × duty rate (stock §7). A missing rate leaves the line unassigned and
 * names the products.
 */
export function weighDuty(
  leaves: readonly Leaf[],
  factsByKey: ReadonlyMap<string, DutyFacts>,
): { readonly weighed: readonly { readonly leaf: Leaf; readonly weight: bigint }[] } | Unweighable {
  const withFacts = leaves.map((leaf) => ({ leaf, facts: factsByKey.get(leaf.key) }));
  const lacking = withFacts.filter(({ facts }) => (facts?.rateThousandths ?? null) === null);
  if (lacking.length > 0)
    return { reason: 'MISSING_DUTY_RATE', lacking: productsOfLeaves(lacking.map(({ leaf }) => leaf)) };
  const unvalued = leaves.filter(({ factoryMinor }) => factoryMinor === null);
  if (unvalued.length > 0) return { reason: 'NO_RATE', lacking: productsOfLeaves(unvalued) };
  return {
    weighed: withFacts.map(({ leaf, facts }) => ({
      leaf,
      weight: facts ? (customsValueMinor(leaf, facts) ?? 0n) * (facts.rateThousandths ?? 0n) : 0n,
    })),
  };
}
