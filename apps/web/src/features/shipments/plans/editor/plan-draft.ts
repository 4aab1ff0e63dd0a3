import type { BodyIn } from '@quayside/contracts/endpoint';
import type {
  patchShipmentPlan,
  ShipmentPlan,
  ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { evaluateSum, sumToAmount } from '@quayside/domain/money/expression';
import { decimalText, formatAmount } from '@quayside/domain/money/money';
import { parseUnitPrice } from '@quayside/domain/money/unit-price';
import { checkPlanDays } from '@quayside/domain/shipments/plans';
import { ruleWords } from '../../../../i18n/rule-words.ts';
import type { DraftPart, PartKind } from '../../../../lib/editing/draft-editor/part.ts';
import { type ProposedRateDraft, rateBody, rateText, typedDirection } from '../../../../lib/words/rate-draft.ts';

export type PlanBody = Omit<BodyIn<typeof patchShipmentPlan>, 'version'>;

const TEXTS = [
  'name',
  'fromAddress',
  'address',
  'jobNumber',
  'trackingNumber',
  'warehouseReference',
  'notes',
] as const satisfies readonly (keyof PlanBody)[];
export type PlanText = (typeof TEXTS)[number];

/** The days that are expected, in the order in which they come. */
export const EXPECTED_DAYS = [
  'estimatedReadyDate',
  'cutOff',
  'estimatedShipDate',
  'eta',
  'estimatedDeliveryDate',
] as const satisfies readonly (keyof PlanBody)[];
/** The days that happened. A plan leaves by an action of its own, and a day that is stored is corrected with words. */
export type HappenedDay = 'readyOn' | 'shippedOn' | 'arrivedOn' | 'deliveredOn';
/** The days that can be typed. */
const DAYS = [...EXPECTED_DAYS, 'readyOn', 'arrivedOn', 'deliveredOn'] as const;
export type PlanDay = (typeof DAYS)[number];

const CHOICES = [
  'shippingMethod',
  'goodsTimeline',
  'fromAddressType',
  'fromCountry',
  'toAddressType',
  'country',
  'labelOwner',
  'containerType',
  'freightRateId',
  'calculateBy',
  'currency',
  'carrierContactId',
] as const satisfies readonly (keyof PlanBody)[];
export type PlanChoice = (typeof CHOICES)[number];

/** The input that is not stored yet. `charge` is the typed rate or estimate. */
export type PlanDraft = Partial<Record<PlanText | PlanDay, string>> &
  Partial<Record<PlanChoice, string | null>> & {
    readonly charge?: string;
    readonly rate?: ProposedRateDraft;
    readonly isHazardousGoods?: boolean;
  };
export type PlanField = keyof PlanDraft;
/** What a field shows without typed input; undefined for a field that is chosen and not typed. */
function shownValue(plan: ShipmentPlan, field: PlanField): PlanDraft[PlanField] {
  if (field === 'charge') return plainFigure(plan[CHARGE] ?? '');
  if (field === 'rate') {
    const stored = { rate: plan.rate, rateTyped: null };
    const direction = typedDirection(stored);
    return { text: rateText(stored, direction), direction };
  }
  return (TEXTS as readonly string[]).includes(field) ? (plan[field as PlanText] ?? '') : undefined;
}
type PlanErrors = Partial<Record<PlanField | 'plan', string>>;
/** A shipment plan as displayed: its stored values, overlaid with unsaved input. */
export type PlanPart = DraftPart<ShipmentPlanWithPackLists, PlanDraft, PlanErrors>;

const COSTS: readonly PlanField[] = ['calculateBy', 'charge', 'currency', 'rate'];
/** The fields that are checked together with a field: a change of one can be what makes another one right. */
const fieldsBeside = (field: PlanField): readonly PlanField[] =>
  [DAYS as readonly PlanField[], COSTS].find((group) => group.includes(field)) ?? [field];

const FIELD_OF: Readonly<Record<string, PlanField>> = {
  shippingRateOrContainerEstimate: 'charge',
  rateDate: 'rate',
  rateSource: 'rate',
};
const KNOWN: ReadonlySet<string> = new Set([...TEXTS, ...DAYS, ...CHOICES, 'charge', 'rate', 'isHazardousGoods']);
/** The field that shows an error of the API. */
export function fieldOfError(path: string): PlanField | 'plan' {
  const name = path.replace(/^body\./, '').split('.')[0] ?? '';
  const field = FIELD_OF[name] ?? name;
  return KNOWN.has(field) ? (field as PlanField) : 'plan';
}
/** A stored figure without superfluous zeros. */
export const plainFigure = (stored: string): string => (stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored);

type Read = { readonly value: string | null } | { readonly problem: string };
/** Reads a typed price of a kilogram, which has more decimals than its currency, or the estimate for a container. */
export function readCharge(typed: string, calculateBy: string | null, currency: string): Read {
  if (typed.trim() === '') return { value: null };
  if (calculateBy === 'CONTAINER_ESTIMATE') {
    const amount = sumToAmount(typed, currency);
    return amount.ok ? { value: formatAmount(amount.value, currency) } : { problem: ruleWords(amount.message) };
  }
  const sum = evaluateSum(typed);
  if (!sum.ok) return { problem: ruleWords(sum.message) };
  const price = plainFigure(decimalText(sum.value.digits, sum.value.scale));
  const parsed = parseUnitPrice(price);
  return parsed.ok ? { value: price } : { problem: ruleWords(parsed.message) };
}

interface Stored {
  readonly body: PlanBody;
  readonly problems: PlanErrors;
}

/**
 * The request body with the fields in which the draft differs from the stored plan. Invalid fields are reported and
 * left out. Values that the server has refused are left out, too.
 */
export function bodyOfPlan(draft: PlanDraft, stored: ShipmentPlan, today: string, refused: PlanDraft = {}): Stored {
  const body: Record<string, unknown> = {};
  const problems: { [K in PlanField]?: string } = {};
  const fresh = <K extends PlanField>(field: K): PlanDraft[K] | undefined =>
    draft[field] !== undefined && draft[field] !== refused[field] ? draft[field] : undefined;
  for (const field of TEXTS) {
    const text = fresh(field);
    if (text !== undefined && text.trim() !== (stored[field] ?? '')) body[field] = text.trim() === '' ? null : text;
  }
  for (const field of CHOICES) {
    const choice = fresh(field);
    if (choice !== undefined && choice !== stored[field]) body[field] = choice;
  }
  const isHazardousGoods = fresh('isHazardousGoods');
  if (isHazardousGoods !== undefined && isHazardousGoods !== stored.isHazardousGoods)
    body['isHazardousGoods'] = isHazardousGoods;
  const days = changedDays(draft, stored, today, refused);
  Object.assign(body, days.body);
  Object.assign(problems, days.problems);
  const charge = fresh('charge');
  if (charge !== undefined) {
    const read = readCharge(charge, draft.calculateBy ?? stored.calculateBy, draft.currency ?? stored.currency);
    const before = stored.shippingRateOrContainerEstimate;
    if ('problem' in read) problems.charge = read.problem;
    else if (plainFigure(read.value ?? '') !== plainFigure(before ?? '')) body[CHARGE] = read.value;
  }
  const rate = fresh('rate');
  if (rate !== undefined) {
    const read = rateBody(rate, stored.rate);
    if ('problem' in read) problems.rate = read.problem;
    else Object.assign(body, read);
  }
  return { body: body as PlanBody, problems };
}
const CHARGE = 'shippingRateOrContainerEstimate';

/** The days that differ from the stored ones. They are all left out while they contradict each other. */
function changedDays(draft: PlanDraft, stored: ShipmentPlan, today: string, refused: PlanDraft): Stored {
  const changed = Object.fromEntries(
    DAYS.flatMap((field) => {
      const day = draft[field];
      if (day === undefined || day === refused[field] || day === (stored[field] ?? '')) return [];
      return [[field, day === '' ? null : day]];
    }),
  ) as Partial<Record<PlanDay, string | null>>;
  if (Object.keys(changed).length === 0) return { body: {}, problems: {} };
  const checked = checkPlanDays({ ...stored, ...changed }, today);
  return checked.ok
    ? { body: changed, problems: {} }
    : { body: {}, problems: { [fieldOfError(checked.field)]: ruleWords(checked.message) } };
}

/** The stored value behind a field of the draft. */
export const storedValue = (plan: ShipmentPlan, field: PlanField): unknown => plan[field === 'charge' ? CHARGE : field];

/** The rules of the fields of a plan. `today` gives the day in the time zone of the account. */
export const planKind = (today: () => string): PartKind<PlanPart, PlanBody> => ({
  whole: 'plan',
  read: (draft, stored, refused) => bodyOfPlan(draft, stored, today(), refused),
  fieldOf: fieldOfError,
  storedValue,
  shown: ({ stored }, field: PlanField) => shownValue(stored, field),
  beside: fieldsBeside,
  // Days that contradict each other are all kept, although no request has them.
  keeps: (draft, stored, problems) =>
    DAYS.some((day) => problems[day] !== undefined) ? DAYS.filter((day) => draft[day] !== (stored[day] ?? '')) : [],
  isComplete: ({ rate }, field) => field === 'rate' && rate?.proposed !== undefined,
});
