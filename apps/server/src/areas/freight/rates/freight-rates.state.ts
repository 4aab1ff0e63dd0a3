import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { isCurrency } from '@quayside/domain/money/currencies';
import { formatAmount, parseAmount, pow10, withoutTrailingZeros } from '@quayside/domain/money/money';
import { parseUnitPrice } from '@quayside/domain/money/unit-price';
import { isCountry } from '@quayside/domain/products/countries';
import type { Result } from '@quayside/domain/refusal';
import type { Divisor } from '@quayside/domain/shipments/chargeable';
import type { FullContainerType } from '@quayside/domain/shipments/containers';
import {
  checkFreightRate,
  type FreightBreak,
  parseFreightPrice,
  parseFreightQuantity,
} from '@quayside/domain/shipments/freight-rates';
import type {
  DivisorUnit,
  FreightLevel,
  FreightMode,
  FreightUnit,
  SideRounding,
} from '@quayside/domain/shipments/option-lists';
import type { AuditValue } from '../../../events/audit-actions.ts';
import type { FieldProblem } from '../../../http/errors.ts';
import { listText } from '../../../tables/lists.ts';

/** What a person or a table says of a freight rate. Numbers are decimal texts, so that it can be stored as JSON. */
export interface RateFields {
  readonly name: string;
  readonly forwarderId: string | null;
  readonly mode: FreightMode;
  readonly fromCountry: string | null;
  readonly toCountry: string | null;
  readonly currency: string;
  readonly unit: FreightUnit;
  readonly breaks: readonly { readonly from: string; readonly price: string }[];
  readonly divisor: string | null;
  readonly divisorUnit: DivisorUnit;
  readonly level: FreightLevel;
  readonly sideRounding: SideRounding;
  readonly sideUnit: 'CM' | 'IN';
  readonly minimum: string;
  readonly step: string;
  readonly leastCharge: string;
  readonly fees: readonly { readonly name: string; readonly amount: string }[];
  readonly containerType: FullContainerType | null;
  readonly transitDays: number | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly notes: string | null;
}

/** What a new rate has where nothing is said. */
export const RATE_DEFAULTS = {
  forwarderId: null,
  fromCountry: null,
  toCountry: null,
  divisor: null,
  divisorUnit: 'CM3_PER_KG',
  level: 'SHIPMENT',
  sideRounding: 'NONE',
  sideUnit: 'CM',
  minimum: '0',
  step: '0',
  leastCharge: '0',
  fees: [],
  containerType: null,
  transitDays: null,
  validFrom: null,
  validTo: null,
  notes: null,
} as const satisfies Partial<RateFields>;

const DIVISOR_DECIMALS = 6;

/** Parses a divisor into millionths. Whether it is above 0 is a rule of the whole rate. */
function parseDivisor(text: string): bigint | Text {
  const parsed = parseUnitPrice(text);
  if (!parsed.ok) return say('freight.above_zero');
  const { digits, scale } = parsed.value;
  return scale > DIVISOR_DECIMALS ? say('freight.divisor_decimals') : digits * pow10(DIVISOR_DECIMALS - scale);
}

const CANONICAL_NUMBERS = ['minimum', 'step', 'divisor'] as const;
const canonical = (text: string): string => withoutTrailingZeros(text).replace(/^0+(?=\d)/, '');

/** A checked rate: its fields in the form in which they are stored, or everything that is wrong with them. */
type CheckedRate =
  | { readonly ok: true; readonly fields: RateFields }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** Checks the fields of a rate one by one, and then together. The problems name the fields. */
export function checkRate(fields: RateFields): CheckedRate {
  const problems: FieldProblem[] = [];
  const wrong = (field: string, message: Text) => problems.push({ field, message });
  const value = <T>(field: string, parsed: Result<T>): T | undefined => {
    if (parsed.ok) return parsed.value;
    wrong(field, parsed.message);
    return undefined;
  };
  const known = isCurrency(fields.currency);
  if (!known) wrong('currency', say('choose.currency'));
  for (const field of ['fromCountry', 'toCountry'] as const) {
    const country = fields[field];
    if (country !== null && !isCountry(country)) wrong(field, say('choose.country'));
  }
  const amountOf = (field: string, text: string): string => {
    const minor = known ? value(field, parseAmount(text, fields.currency)) : undefined;
    if (minor !== undefined && minor < 0n) wrong(field, say('freight.not_negative'));
    return minor === undefined ? text : formatAmount(minor, fields.currency);
  };
  const breaks = fields.breaks.flatMap(({ from, price }, i): FreightBreak[] => {
    const [quantity, each] = [
      value(`breaks.${i}.from`, parseFreightQuantity(from)),
      value(`breaks.${i}.price`, parseFreightPrice(price)),
    ];
    return quantity === undefined || each === undefined ? [] : [{ from: quantity, price: each }];
  });
  for (const field of ['minimum', 'step'] as const) value(field, parseFreightQuantity(fields[field]));
  const divisor = divisorOf(fields, wrong);
  const leastCharge = amountOf('leastCharge', fields.leastCharge);
  const fees = fields.fees.map(({ name, amount }, i) => ({ name, amount: amountOf(`fees.${i}.amount`, amount) }));
  if (problems.length === 0) {
    const together = checkFreightRate({ ...fields, divisor, breaks });
    if (!together.ok) wrong(together.field, together.message);
  }
  if (problems.length > 0) return { ok: false, problems };
  const numbers = Object.fromEntries(
    CANONICAL_NUMBERS.map((field) => {
      const text = fields[field];
      return [field, text === null ? null : canonical(text)];
    }),
  );
  return {
    ok: true,
    fields: {
      ...fields,
      ...numbers,
      // Only a rate by container has a type.
      containerType: fields.unit === 'CONTAINER' ? fields.containerType : null,
      breaks: fields.breaks.map(({ from, price }) => ({ from: canonical(from), price: canonical(price) })),
      leastCharge,
      fees,
    },
  };
}

function divisorOf({ divisor, divisorUnit }: RateFields, wrong: (field: string, message: Text) => void) {
  if (divisor === null) return null;
  const micro = parseDivisor(divisor);
  if (typeof micro === 'bigint') return { unit: divisorUnit, micro } satisfies Divisor;
  wrong('divisor', micro);
  return null;
}

/** The price of a rate as one text: 118, or 0: 7; 45: 5.5. An import reads it. */
const breaksText = (breaks: RateFields['breaks']): string => {
  const [only, ...others] = breaks;
  return only && others.length === 0 && only.from === '0'
    ? only.price
    : breaks.map(({ from, price }) => `${from}: ${price}`).join('; ');
};

/** The fees of a rate as one text, which an import reads. */
const feesText = (fees: RateFields['fees']): string => listText(fees.map((fee) => `${fee.name}: ${fee.amount}`));

/** The fields of a rate in the audit log, in the order of the form. */
export const RATE_LOG_FIELDS = [
  'name',
  'forwarder',
  'mode',
  'fromCountry',
  'toCountry',
  'currency',
  'unit',
  'breaks',
  'containerType',
  'divisor',
  'divisorUnit',
  'level',
  'sideRounding',
  'sideUnit',
  'minimum',
  'step',
  'leastCharge',
  'fees',
  'transitDays',
  'validFrom',
  'validTo',
  'notes',
] as const;
type RateLogField = (typeof RATE_LOG_FIELDS)[number];

/** A field of a rate as the audit log stores it: amounts with their currency, the forwarder as a reference. */
export function loggedRateField(fields: RateFields, field: RateLogField): AuditValue {
  switch (field) {
    case 'forwarder':
      return fields.forwarderId === null ? null : { ref: fields.forwarderId };
    case 'breaks':
      return breaksText(fields.breaks);
    case 'leastCharge':
      return isNothing(fields.leastCharge) ? null : `${fields.leastCharge} ${fields.currency}`;
    case 'fees':
      return feesText(fields.fees) || null;
    case 'minimum':
    case 'step':
      return isNothing(fields[field]) ? null : fields[field];
    // The unit says nothing while the divisor is that of the mode.
    case 'divisorUnit':
      return fields.divisor === null ? null : fields.divisorUnit;
    case 'sideUnit':
      return fields.sideRounding === 'NONE' ? null : fields.sideUnit;
    default:
      return fields[field];
  }
}

const isNothing = (text: string): boolean => !/[1-9]/.test(text);
