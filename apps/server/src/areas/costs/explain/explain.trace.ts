import type { ExplainEntry } from '@quayside/contracts/costs/costs';
import { type Replayable, replayEntry } from '@quayside/domain/landed-cost/explain';
import { exactShare, replayShown, type ShownCost } from '@quayside/domain/landed-cost/replay-shown';
import { convert, decimalText, formatAmount, MICRO, parseRate, unitCost } from '@quayside/domain/money/money';
import type { RatedPlanTrace } from '@quayside/domain/landed-cost/types';
import type { StoredDuty, StoredRatedPlan } from '../costs.types.ts';
import type { EntryRow } from './explain.views.ts';
import { shownPlan } from '../ledger/rated-plans.ts';

/** The remaining part of the credited line before this credit. */
const beforeOf = (r: EntryRow) =>
  r.before_amount_minor === null
    ? null
    : { amountMinor: r.before_amount_minor, taxMinor: r.before_cost_tax_minor ?? 0n };

function replayable(r: EntryRow, accountCurrency: string): Replayable {
  return {
    currency: r.currency,
    accountCurrency,
    lineAmountMinor: r.amount_minor,
    lineTaxMinor: r.cost_tax_minor,
    weight: r.weight,
    weightTotal: r.weight_total,
    roundingUnitAccount: BigInt(r.rounding_unit),
    roundingUnitDocument: 0n,
    rate: r.rate === null ? null : { text: r.rate },
    creditBefore: beforeOf(r),
  };
}

/**
 * Whether the stored amount of an entry follows from its stored data, and also from the figures that the explanation
 * shows, computed as a reader would by hand.
 */
export const replays = (r: EntryRow, accountCurrency: string): boolean =>
  replayEntry(replayable(r, accountCurrency)) === r.account_minor &&
  replayShown(toEntry(r, undefined, accountCurrency), accountCurrency) === undefined;

/** Converts an amount of the entry's document to account currency. */
function toAccount(r: EntryRow, minor: bigint, accountCurrency: string): bigint {
  if (r.rate === null) return minor;
  const rate = parseRate(r.rate);
  if (!rate.ok) throw new RangeError(`Stored rate ${r.rate} cannot be read`);
  return convert(minor, r.currency, accountCurrency, rate.value);
}

/** Formats an amount and the tax in it, each converted separately. */
function shownCost(r: EntryRow, accountCurrency: string, amountMinor: bigint, taxMinor: bigint): ShownCost {
  const shown = (minor: bigint, accountMinor: bigint) => ({
    document: formatAmount(minor, r.currency),
    account: formatAmount(accountMinor, accountCurrency),
  });
  const taxAccount = toAccount(r, taxMinor, accountCurrency);
  return {
    ...shown(amountMinor + taxMinor, toAccount(r, amountMinor, accountCurrency) + taxAccount),
    tax: taxMinor === 0n ? null : shown(taxMinor, taxAccount),
  };
}

/** The line that a credit reduces, with its remaining part before and after the credit. */
function creditOf(r: EntryRow, accountCurrency: string): ExplainEntry['creditOf'] {
  const before = beforeOf(r);
  if (!before || r.credited_line_id === null) return null;
  return {
    invoice: { id: r.credited_invoice_id ?? '', number: r.credited_invoice_number ?? '' },
    line: { id: r.credited_line_id, position: r.credited_position ?? 0 },
    before: shownCost(r, accountCurrency, before.amountMinor, before.taxMinor),
    after: shownCost(r, accountCurrency, before.amountMinor + r.amount_minor, before.taxMinor + r.cost_tax_minor),
  };
}

/**
 * The tax in the cost of a line. In account currency, the tax of a credit is the remaining tax after the credit minus
 * the remaining tax before it.
 */
function lineTaxOf(r: EntryRow, currency: string): ExplainEntry['lineTax'] {
  if (r.cost_tax_minor === 0n) return null;
  const before = beforeOf(r);
  const taxOf = (taxMinor: bigint) => toAccount(r, taxMinor, currency);
  const account = before ? taxOf(before.taxMinor + r.cost_tax_minor) - taxOf(before.taxMinor) : taxOf(r.cost_tax_minor);
  return { document: formatAmount(r.cost_tax_minor, r.currency), account: formatAmount(account, currency) };
}

const typedOf = ({ rate_typed: rate, rate_typed_per: per }: EntryRow) =>
  rate === null || per === null ? null : { rate, per };

const ratedOf = ({ planId, measure, grossUg, volumetricUg, chargeableUg }: StoredRatedPlan): RatedPlanTrace => ({
  planId,
  measure,
  grossUg: BigInt(grossUg),
  volumetricUg: BigInt(volumetricUg),
  chargeableUg: BigInt(chargeableUg),
});

/** What duty was computed from: customs value × rate is the weight of the entry. */
function dutyOf(stored: StoredDuty, currency: string): NonNullable<ExplainEntry['duty']> {
  const [goods, shipping, insurance] = [stored.goodsMinor, stored.shippingMinor, stored.insuranceMinor].map(BigInt);
  const amountOf = (minor = 0n) => formatAmount(minor, currency);
  const value = stored.customsValue === 'FOB' ? goods : (goods ?? 0n) + (shipping ?? 0n) + (insurance ?? 0n);
  return {
    goods: amountOf(goods),
    shipping: amountOf(shipping),
    insurance: amountOf(insurance),
    customsValue: amountOf(value),
    chargedOn: stored.customsValue,
    percent: decimalText(BigInt(stored.thousandths), 3),
  };
}

/**
 * Converts a stored entry to an entry of the explanation. `ofOrder` are the units of its order; an entry without an
 * order has no cost per unit. `plans` are the numbers of the plans that were rated.
 */
export function toEntry(
  r: EntryRow,
  ofOrder: bigint | undefined,
  currency: string,
  plans: ReadonlyMap<string, string> = new Map(),
): ExplainEntry {
  const units = r.pack_list_units ?? ofOrder;
  return {
    id: r.id,
    invoice: {
      id: r.invoice_id,
      number: r.invoice_number,
      date: r.date,
      status: r.status,
      currency: r.currency,
      supplierName: r.company_name ?? '',
      hasDocument: r.document_id !== null,
    },
    line: { id: r.line_id, position: r.position, name: r.line_name },
    costType: r.cost_type,
    basis: r.basis,
    isBasisFallback: r.is_basis_fallback,
    measure: r.measure,
    chargeableMethod: r.chargeable_method,
    weight: String(r.weight),
    weightTotal: String(r.weight_total),
    weightScale: r.weight_scale,
    packList: r.pack_list,
    ratedPlans: r.ratedPlans.map((stored) => shownPlan(ratedOf(stored), plans)),
    duty: r.storedDuty && dutyOf(r.storedDuty, currency),
    lineDocumentAmount: formatAmount(r.line_document_minor, r.currency),
    rate:
      r.rate === null
        ? null
        : { value: r.rate, typed: typedOf(r), date: r.rate_date, source: r.rate_source ?? 'manual' },
    lineAmount: formatAmount(r.line_account_minor ?? 0n, currency),
    lineTax: lineTaxOf(r, currency),
    exactAmount: exactShare(r.line_account_minor ?? 0n, r.weight, r.weight_total, currency),
    roundingUnit: r.rounding_unit,
    creditOf: creditOf(r, currency),
    amount: formatAmount(r.account_minor, currency),
    documentAmount: formatAmount(r.document_minor, r.currency),
    perUnit: units === undefined || units === 0n ? null : unitCost(r.account_minor, units * MICRO, currency),
    isProvisional: r.is_provisional,
    isExcluded: r.is_excluded,
    recordedAt: r.recorded_at.toISOString(),
  };
}
