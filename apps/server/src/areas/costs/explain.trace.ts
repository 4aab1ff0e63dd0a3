import type { ExplainEntry } from '@quayside/contracts/costs';
import { type Replayable, replayEntry } from '@quayside/domain/landed-cost/explain';
import { exponentOf } from '@quayside/domain/money/currencies';
import { convert, decimalText, formatAmount, MICRO, parseRate, unitCost } from '@quayside/domain/money/money';
import type { EntryRow } from './explain.views.ts';

const EXTRA_DECIMALS = 6;

/** The amount before rounding, with six decimals more than the minor unit. */
function exactText(total: bigint, weight: bigint, weightTotal: bigint, currency: string): string {
  const scale = 10n ** BigInt(EXTRA_DECIMALS);
  const value = weightTotal === 0n ? 0n : (total * scale * weight) / weightTotal;
  return decimalText(value, exponentOf(currency) + EXTRA_DECIMALS);
}

/** What was left of the credited line before this credit. */
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

/** Whether recomputing an entry from its trace alone gives the stored entry. */
export const replays = (r: EntryRow, accountCurrency: string): boolean =>
  replayEntry(replayable(r, accountCurrency)) === r.account_minor;

/**
 * The line that a credit reduces, with what was left of it before and after; amount and tax are converted separately.
 */
function creditOf(r: EntryRow, accountCurrency: string): ExplainEntry['creditOf'] {
  const before = beforeOf(r);
  if (!before || r.credited_line_id === null) return null;
  const rate = r.rate === null ? null : parseRate(r.rate);
  if (rate && !rate.ok) throw new RangeError(`Stored rate ${r.rate} cannot be read`);
  const toAccount = (minor: bigint) => (rate ? convert(minor, r.currency, accountCurrency, rate.value) : minor);
  const both = (amountMinor: bigint, taxMinor: bigint) => ({
    document: formatAmount(amountMinor + taxMinor, r.currency),
    account: formatAmount(toAccount(amountMinor) + toAccount(taxMinor), accountCurrency),
  });
  return {
    invoice: { id: r.credited_invoice_id ?? '', number: r.credited_invoice_number ?? '' },
    line: { id: r.credited_line_id, position: r.credited_position ?? 0 },
    before: both(before.amountMinor, before.taxMinor),
    after: both(before.amountMinor + r.amount_minor, before.taxMinor + r.cost_tax_minor),
  };
}

/** An entry with its trace. `units` are those of its order; a share without an order has no unit cost. */
export function toEntry(r: EntryRow, units: bigint | undefined, currency: string): ExplainEntry {
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
    lineDocumentAmount: formatAmount(r.line_document_minor, r.currency),
    rate: r.rate === null ? null : { value: r.rate, date: r.rate_date, source: r.rate_source ?? 'manual' },
    lineAmount: formatAmount(r.line_account_minor ?? 0n, currency),
    exactAmount: exactText(r.line_account_minor ?? 0n, r.weight, r.weight_total, currency),
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
