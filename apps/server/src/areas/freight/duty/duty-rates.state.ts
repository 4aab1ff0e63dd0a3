import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { withoutTrailingZeros } from '@quayside/domain/money/money';
import { isCountry } from '@quayside/domain/products/countries';
import { ruleText } from '@quayside/domain/refusal';
import { hsDigits } from '@quayside/domain/products/hs-code';
import { parseDutyRate } from '@quayside/domain/shipments/duty';
import type { AuditValue } from '../../../events/audit-actions.ts';
import type { FieldProblem } from '../../../http/errors.ts';

/** What a person or a table of rates says of a duty rate. */
export interface DutyFields {
  readonly productId: string | null;
  /** Its digits. */
  readonly hsCode: string | null;
  readonly country: string;
  /** A decimal text. */
  readonly percent: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly notes: string | null;
}

/** What a new rate has where nothing is said. */
export const DUTY_DEFAULTS = {
  productId: null,
  hsCode: null,
  validFrom: null,
  validTo: null,
  notes: null,
} as const satisfies Partial<DutyFields>;

/** A checked rate: its fields in the form in which they are stored, or everything that is wrong with them. */
type CheckedDuty =
  | { readonly ok: true; readonly fields: DutyFields }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** Checks the fields of a duty rate. The problems name the fields. */
export function checkDuty(fields: DutyFields): CheckedDuty {
  const problems: FieldProblem[] = [];
  const wrong = (field: string, message: Text) => problems.push({ field, message });
  const { productId, hsCode, country, validFrom, validTo } = fields;
  if (productId === null && hsCode === null) wrong('productId', say('duty.needs_target'));
  if (productId !== null && hsCode !== null) wrong('hsCode', say('duty.one_target'));
  if (!isCountry(country)) wrong('country', say('choose.country'));
  const percent = parseDutyRate(fields.percent);
  if (!percent.ok) wrong('percent', percent.message);
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    wrong('validTo', ruleText('freight.valid_backwards'));
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    fields: {
      ...fields,
      hsCode: hsCode === null ? null : hsDigits(hsCode),
      percent: withoutTrailingZeros(fields.percent.trim()).replace(/^0+(?=\d)/, ''),
    },
  };
}

/** The fields of a duty rate in the audit log, in the order of the form. */
export const DUTY_LOG_FIELDS = ['product', 'hsCode', 'country', 'percent', 'validFrom', 'validTo', 'notes'] as const;

/** A field of a duty rate as the audit log stores it. */
export const loggedDutyField = (fields: DutyFields, field: (typeof DUTY_LOG_FIELDS)[number]): AuditValue =>
  field === 'product' ? (fields.productId === null ? null : { ref: fields.productId }) : fields[field];

/** What a change of these rates concerns: the products or HS codes, and the destinations. */
export const concerns = (rates: readonly DutyFields[]) => ({
  productIds: [...new Set(rates.flatMap(({ productId }) => productId ?? []))],
  hsCodes: [...new Set(rates.flatMap(({ hsCode }) => hsCode ?? []))],
  countries: [...new Set(rates.map(({ country }) => country))],
});
