import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { RateSource } from '@quayside/domain/lists';
import { isCurrency } from '@quayside/domain/money/currencies';
import { formatAmount, parseAmount, parseRate } from '@quayside/domain/money/money';
import type { PlanDays } from '@quayside/domain/shipments/plans';
import type { FieldProblem } from '../../../http/errors.ts';
import type { PlanPatch, ShipmentPlan } from './plans.types.ts';

/** The fields of a plan that are stored as they are typed. */
type PlainFields = Pick<
  ShipmentPlan,
  | 'name'
  | 'shippingMethod'
  | 'goodsTimeline'
  | 'fromAddressType'
  | 'fromCountry'
  | 'fromAddress'
  | 'toAddressType'
  | 'country'
  | 'address'
  | 'labelOwner'
  | 'containerType'
  | 'freightRateId'
  | 'calculateBy'
  | 'isHazardousGoods'
  | 'jobNumber'
  | 'carrierContactId'
  | 'trackingNumber'
  | 'warehouseReference'
  | 'notes'
> &
  PlanDays;

/** The fields of a plan that a person can type, as they are stored. */
export interface PlanFields extends PlainFields {
  readonly currency: string;
  /** The price of a kilogram of chargeable weight; it counts while the plan is calculated by it. */
  readonly shippingRate: string | null;
  readonly containerEstimateMinor: bigint | null;
  readonly rate: string | null;
  readonly rateDate: string | null;
  readonly rateSource: RateSource | null;
  /** Why it was shipped to Amazon although pre-flight found errors. */
  readonly shippedDespite: string | null;
}

export const PLAN_DAYS = [
  'estimatedReadyDate',
  'readyOn',
  'cutOff',
  'estimatedShipDate',
  'shippedOn',
  'eta',
  'arrivedOn',
  'estimatedDeliveryDate',
  'deliveredOn',
] as const satisfies readonly (keyof PlanDays)[];

const PLAIN = [
  'name',
  'shippingMethod',
  ...PLAN_DAYS,
  'goodsTimeline',
  'fromAddressType',
  'fromCountry',
  'fromAddress',
  'toAddressType',
  'country',
  'address',
  'labelOwner',
  'containerType',
  'freightRateId',
  'calculateBy',
  'isHazardousGoods',
  'jobNumber',
  'carrierContactId',
  'trackingNumber',
  'warehouseReference',
  'notes',
] as const satisfies readonly (keyof PlainFields)[];

const NO_DAYS: PlanDays = {
  estimatedReadyDate: null,
  readyOn: null,
  cutOff: null,
  estimatedShipDate: null,
  shippedOn: null,
  eta: null,
  arrivedOn: null,
  estimatedDeliveryDate: null,
  deliveredOn: null,
};

/** The fields of a new plan. */
export const blankPlan = (currency: string): PlanFields => ({
  ...NO_DAYS,
  name: null,
  shippingMethod: null,
  goodsTimeline: null,
  fromAddressType: null,
  fromCountry: null,
  fromAddress: null,
  toAddressType: null,
  country: null,
  address: null,
  labelOwner: null,
  containerType: null,
  freightRateId: null,
  calculateBy: null,
  shippingRate: null,
  containerEstimateMinor: null,
  currency,
  rate: null,
  rateDate: null,
  rateSource: null,
  shippedDespite: null,
  isHazardousGoods: false,
  jobNumber: null,
  carrierContactId: null,
  trackingNumber: null,
  warehouseReference: null,
  notes: null,
});

/** A decimal number without zeros that say nothing. */
export const plainDecimal = (text: string): string =>
  (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^0+(?=\d)/, '');

/** The typed price or the typed estimate, whichever the plan is calculated by. */
export function typedCharge(
  plan: Pick<PlanFields, 'calculateBy' | 'shippingRate' | 'containerEstimateMinor' | 'currency'>,
): string | null {
  const { calculateBy, shippingRate, containerEstimateMinor, currency } = plan;
  if (calculateBy === 'SHIPPING_RATE') return shippingRate;
  if (calculateBy === null || containerEstimateMinor === null) return null;
  return formatAmount(containerEstimateMinor, currency);
}

type Refuse = (field: string, message: Text) => void;

/** Applies a patch to the fields of a plan. Fields that are absent from the patch stay, and null clears a field. */
export function mergePlan(
  current: PlanFields,
  patch: PlanPatch,
  facts: { readonly accountCurrency: string; readonly today: string },
): { readonly fields: PlanFields; readonly errors: readonly FieldProblem[] } {
  const errors: FieldProblem[] = [];
  const refuse: Refuse = (field, message) => void errors.push({ field, message });
  const plain = Object.fromEntries(
    PLAIN.map((key) => [key, patch[key] === undefined ? current[key] : patch[key]]),
  ) as unknown as PlainFields;
  const currency = mergeCurrency(current, patch, refuse);
  const fields: PlanFields = {
    ...plain,
    currency,
    shippedDespite: current.shippedDespite,
    ...mergeCharge(current, patch, { calculateBy: plain.calculateBy, currency }, refuse),
    ...mergeRate(current, patch, { currency, ...facts }, refuse),
  };
  return { fields, errors };
}

function mergeCurrency(current: PlanFields, patch: PlanPatch, refuse: Refuse): string {
  const currency = patch.currency ?? current.currency;
  if (isCurrency(currency)) return currency;
  refuse('currency', say('choose.currency'));
  return current.currency;
}

const CHARGE = 'shippingRateOrContainerEstimate';

/** What is typed counts for the way in which the plan is calculated; the value of the other way stays as it was. */
function mergeCharge(
  current: PlanFields,
  patch: PlanPatch,
  { calculateBy, currency }: Pick<PlanFields, 'calculateBy' | 'currency'>,
  refuse: Refuse,
): Pick<PlanFields, 'shippingRate' | 'containerEstimateMinor'> {
  const typed = patch[CHARGE];
  const kept = {
    shippingRate: current.shippingRate,
    containerEstimateMinor: estimateIn(current, currency, typed === undefined || calculateBy !== BY_CONTAINER, refuse),
  };
  if (typed === undefined) return kept;
  if (calculateBy === null) {
    if (typed !== null) refuse('calculateBy', say('field.required'));
    return kept;
  }
  if (calculateBy === BY_CONTAINER)
    return { ...kept, containerEstimateMinor: typed === null ? null : amountOf(typed, currency, refuse) };
  if (typed !== null && !PRICE.test(typed)) refuse(CHARGE, say('price.number'));
  return { ...kept, shippingRate: typed === null ? null : plainDecimal(typed) };
}
const BY_CONTAINER = 'CONTAINER_ESTIMATE';
/** What the column of the price can hold. */
const PRICE = /^\d{1,12}(\.\d{1,6})?$/;

/** An estimate that stays is the same amount in another currency, which must have decimals enough for it. */
function estimateIn(current: PlanFields, currency: string, isNeeded: boolean, refuse: Refuse): bigint | null {
  const { containerEstimateMinor: minor } = current;
  if (minor === null || currency === current.currency) return minor;
  const text = plainDecimal(formatAmount(minor, current.currency));
  return isNeeded ? amountOf(text, currency, refuse) : minor;
}

function amountOf(text: string, currency: string, refuse: Refuse): bigint | null {
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) refuse(CHARGE, parsed.message);
  else if (parsed.value < 0n) refuse(CHARGE, say('price.number'));
  return parsed.ok ? parsed.value : null;
}

/** A rate belongs to one currency, and a plan in the currency of the account has none. */
function mergeRate(
  current: PlanFields,
  patch: PlanPatch,
  facts: { readonly currency: string; readonly accountCurrency: string; readonly today: string },
  refuse: Refuse,
): Pick<PlanFields, 'rate' | 'rateDate' | 'rateSource'> {
  const { currency, accountCurrency, today } = facts;
  const none = { rate: null, rateDate: null, rateSource: null };
  const typed = patch.rate === undefined || patch.rate === null ? null : parseRate(patch.rate);
  if (typed && !typed.ok) refuse('rate', typed.message);
  if (currency === accountCurrency) {
    if (typed?.ok && !(typed.value.scale === 0 && typed.value.digits === 1n))
      refuse('rate', say('shipments.own_currency', { currency }));
    return none;
  }
  const isSameCurrency = currency === current.currency;
  const kept = isSameCurrency ? current.rate : null;
  const rate = patch.rate === undefined ? kept : typed?.ok ? typed.value.text : null;
  if (rate === null) return none;
  const isKept = rate === kept;
  return {
    rate,
    rateDate: patch.rateDate === undefined ? (isKept ? current.rateDate : today) : patch.rateDate,
    rateSource: isKept && patch.rateSource === undefined ? current.rateSource : (patch.rateSource ?? 'manual'),
  };
}

/** The names of the fields that differ. */
export const changedFields = (from: PlanFields, to: PlanFields): (keyof PlanFields)[] =>
  (Object.keys(to) as (keyof PlanFields)[]).filter((key) => from[key] !== to[key]);
