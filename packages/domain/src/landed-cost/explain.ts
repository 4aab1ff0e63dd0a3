import type { CostCategory, RateSource, ShippingMethod } from '../lists.ts';
import { abs, convert, parseRate } from '../money/money.ts';
import type { AppliedBasis, Measure } from './types.ts';

/** A quotient of two integers in its lowest terms. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The rate that converted a line: as typed, its source, and its day. */
export interface RateTrace {
  readonly text: string;
  readonly source: RateSource;
  readonly date: string | null;
}

/** One entry with everything needed to calculate it again with pencil and paper. */
export interface EntryTrace {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly lineId: string;
  readonly linePosition: number;
  readonly category: CostCategory;
  readonly basis: AppliedBasis;
  readonly basisFallback: boolean;
  readonly measure: Measure | null;
  readonly chargeableMethod: ShippingMethod | null;
  /** Breaks ties in rounding: the smaller key gets the unit. */
  readonly key: string;
  readonly weight: bigint;
  readonly weightTotal: bigint;
  /** weight / weightTotal. */
  readonly share: Fraction;
  readonly currency: string;
  readonly accountCurrency: string;
  /** The line's amount in the document's currency. */
  readonly lineAmountMinor: bigint;
  /** The part of the line's tax that is a cost; 0 when the tax is recoverable. */
  readonly lineTaxMinor: bigint;
  /** Amount plus cost tax: what the line costs in the document's currency. */
  readonly lineDocumentMinor: bigint;
  /** Null in the account's own currency. */
  readonly rate: RateTrace | null;
  /** The cost of the line in account currency. */
  readonly convertedMinor: bigint;
  readonly documentMinor: bigint;
  readonly accountMinor: bigint;
  readonly roundingUnitDocument: bigint;
  readonly roundingUnitAccount: bigint;
  /** The line is excluded from product costs: it is shown but not counted. */
  readonly excluded: boolean;
  /** The invoice is not confirmed yet. */
  readonly provisional: boolean;
  /** The instant at which another entry replaced this one. A superseded entry is shown as history and not counted. */
  readonly supersededAt: string | null;
}

/** A batch of units with its entries. */
export interface OrderTrace {
  readonly layerId: string;
  readonly key: string;
  readonly date: string;
  readonly units: bigint;
  readonly entries: readonly EntryTrace[];
}

/** A product's cost, broken down to the invoice lines: its orders, and the entries without an order. */
export interface ExplainTree {
  readonly productId: string;
  readonly productSku: string;
  readonly accountCurrency: string;
  readonly layers: readonly OrderTrace[];
  readonly layerless: readonly EntryTrace[];
}

/** The totals that a replay computes. */
export interface ReplayedTotals {
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
}

/** The fields of a trace from which an entry can be computed. */
export type Replayable = Pick<
  EntryTrace,
  | 'currency'
  | 'accountCurrency'
  | 'lineAmountMinor'
  | 'lineTaxMinor'
  | 'weight'
  | 'weightTotal'
  | 'roundingUnitDocument'
  | 'roundingUnitAccount'
> & {
  readonly rate: Pick<RateTrace, 'text'> | null;
  /** Set for a credit: what was left of the credited line before it. The entry is then the difference of two shares. */
  readonly creditBefore?: { readonly amountMinor: bigint; readonly taxMinor: bigint } | null;
};

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/** A weight's fraction of all weights, in lowest terms. */
export function shareOf(weight: bigint, weightTotal: bigint): Fraction {
  const common = gcd(weight, weightTotal);
  return { numerator: weight / common, denominator: weightTotal / common };
}

/** The floor of the absolute exact share, with the sign restored. */
const floorShare = (total: bigint, weight: bigint, weightTotal: bigint): bigint =>
  (total < 0n ? -1n : 1n) * ((abs(total) * weight) / weightTotal);

/** Converts amount and tax separately. */
function converted(trace: Replayable, amountMinor: bigint, taxMinor: bigint): bigint {
  const { currency, accountCurrency, rate } = trace;
  if (!rate) return amountMinor + taxMinor;
  const parsed = parseRate(rate.text);
  if (!parsed.ok) throw new RangeError(`Not a rate: ${rate.text}`);
  return (
    convert(amountMinor, currency, accountCurrency, parsed.value) +
    convert(taxMinor, currency, accountCurrency, parsed.value)
  );
}

/**
 * The share before rounding units. For a credit it is the share of what is left after it, minus the share of what was
 * left before it.
 */
function flooredShare(trace: Replayable, totalOf: (amountMinor: bigint, taxMinor: bigint) => bigint): bigint {
  const { lineAmountMinor, lineTaxMinor, creditBefore, weight, weightTotal } = trace;
  if (!creditBefore) return floorShare(totalOf(lineAmountMinor, lineTaxMinor), weight, weightTotal);
  const { amountMinor, taxMinor } = creditBefore;
  const after = totalOf(amountMinor + lineAmountMinor, taxMinor + lineTaxMinor);
  return floorShare(after, weight, weightTotal) - floorShare(totalOf(amountMinor, taxMinor), weight, weightTotal);
}

/**
 * Computes the entry in account currency from its trace alone: converts, takes the floor of the share, adds the
 * rounding unit.
 */
export const replayEntry = (trace: Replayable): bigint =>
  flooredShare(trace, (amount, tax) => converted(trace, amount, tax)) + trace.roundingUnitAccount;

/** Computes the entry in the document's currency in the same way. */
export const replayEntryInDocument = (trace: Replayable): bigint =>
  flooredShare(trace, (amount, tax) => amount + tax) + trace.roundingUnitDocument;

/** Computes the totals of a product from the traces alone; excluded and superseded entries do not count. */
export function replayTree(tree: Pick<ExplainTree, 'layers' | 'layerless'>): ReplayedTotals {
  let factoryMinor = 0n;
  let inboundMinor = 0n;
  for (const trace of [...tree.layers.flatMap((order) => order.entries), ...tree.layerless]) {
    if (trace.excluded || trace.supersededAt !== null) continue;
    if (trace.category === 'FACTORY_INVOICE') factoryMinor += replayEntry(trace);
    else inboundMinor += replayEntry(trace);
  }
  return { factoryMinor, inboundMinor, landedMinor: factoryMinor + inboundMinor };
}
