import type { CostCategory, RateSource, ShippingMethod, Measure } from '../lists.ts';
import { abs, convert, parseRate } from '../money/money.ts';
import type { AppliedBasis } from './types.ts';

/** The rate that converted a line: as typed, its source, and its day. */
interface RateTrace {
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
  /**
   * The key that breaks ties in rounding: of two entries with equal fractions, the one with the smaller key gets the
   * rounding unit.
   */
  readonly key: string;
  readonly weight: bigint;
  readonly weightTotal: bigint;
  readonly currency: string;
  readonly accountCurrency: string;
  /** The line's amount in the document's currency. */
  readonly lineAmountMinor: bigint;
  /** The part of the line's tax that is a cost; 0 when the tax is recoverable. */
  readonly lineTaxMinor: bigint;
  /** The amount plus the tax that is a cost: what the line costs in the document's currency. */
  readonly lineDocumentMinor: bigint;
  /** The rate that converted the line; null when the line is in the account's own currency. */
  readonly rate: RateTrace | null;
  /** The cost of the line in account currency. */
  readonly convertedMinor: bigint;
  readonly documentMinor: bigint;
  readonly accountMinor: bigint;
  readonly roundingUnitDocument: bigint;
  readonly roundingUnitAccount: bigint;
  /** True when the line is excluded from product costs: the entry is shown but not counted. */
  readonly excluded: boolean;
  /** True while the invoice is not confirmed. */
  readonly provisional: boolean;
  /** The instant at which another entry replaced this one. A superseded entry is shown as history and not counted. */
  readonly supersededAt: string | null;
}

/** An order (a batch of units of one product) with its entries. */
interface OrderTrace {
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

/** The totals of a product, recalculated from its traces. */
interface ReplayedTotals {
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
  /**
   * Set for a credit: the remaining amount of the credited line before the credit. The entry is then the difference of
   * two shares.
   */
  readonly creditBefore?: { readonly amountMinor: bigint; readonly taxMinor: bigint } | null;
};

/** Computes the floor of the absolute exact share, with the sign restored. */
const floorShare = (total: bigint, weight: bigint, weightTotal: bigint): bigint =>
  (total < 0n ? -1n : 1n) * ((abs(total) * weight) / weightTotal);

/** Converts amount and tax separately to account currency, and adds the results. */
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
 * The share before rounding units. For a credit: the share of the remaining amount after the credit, minus that of the
 * remaining amount before the credit.
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
