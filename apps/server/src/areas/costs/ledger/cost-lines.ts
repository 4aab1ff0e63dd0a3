import { costTaxMinor } from '@quayside/domain/landed-cost/amounts';
import type { Credit, LeftOfLine } from '@quayside/domain/landed-cost/credits';
import type { CostLine, ManualShare } from '@quayside/domain/landed-cost/types';
import { parseQuantity, parseRate } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { linesCrediting } from './costs.views.ts';
import type { CostLineRow } from '../costs.types.ts';

/** Whether a line counts as a cost: it is not deleted, and its invoice is no longer in review. */
export const counts = (line: CostLineRow): boolean => !line.isDeleted && line.status !== 'REVIEW';

/** The quantity as stored, in millionths of a unit. */
export function quantityMicroOf(line: CostLineRow): bigint {
  const quantity = parseQuantity(line.quantity);
  if (!quantity.ok) throw new RangeError(`Stored quantity ${line.quantity} cannot be read`);
  return quantity.value;
}

/** Whether a line creates a supplier order: it does if it is a factory line with a product and units. */
export const isOwnOrder = (line: CostLineRow): boolean => isFactoryProductLine(line) && quantityMicroOf(line) > 0n;
export const isFactoryProductLine = (line: CostLineRow): boolean =>
  line.costType === 'FACTORY_INVOICE' && line.productId !== null && line.creditsLineId === null;

/** Whether the cost of a line is shared by duty. Freight and insurance never are, because duty depends on them. */
export const isDutyLine = (line: Pick<CostLineRow, 'basis' | 'productId'>): boolean =>
  line.basis === 'DUTY' && line.productId === null;

/** What else an allocation depends on: typed shares, and what was credited. */
interface BesideLine {
  readonly manualShares?: readonly ManualShare[];
  readonly credits?: readonly CostLineRow[];
}

/** Converts a line from the database to the input of the function that computes allocations. */
export function toCostLine(w: Work, line: CostLineRow, { manualShares = [], credits = [] }: BesideLine = {}): CostLine {
  const rate = line.rate === null ? null : parseRate(line.rate);
  if (rate && !rate.ok) throw new RangeError(`Stored rate ${line.rate} cannot be read`);
  return {
    lineId: line.id,
    category: line.costType,
    productId: line.productId,
    productSku: line.productSku,
    quantityMicro: quantityMicroOf(line),
    amountMinor: line.amountMinor,
    taxMinor: line.taxMinor,
    isTaxRecoverable: line.isTaxRecoverable,
    currency: line.currency,
    accountCurrency: w.scope.currency,
    rate: rate?.value ?? null,
    basis: line.basis,
    manualShares,
    shippingMethod: line.shippingMethod,
    excluded: line.isExcluded,
    isCreditedInFull: credits.length > 0 && isNothing(leftOf(line, credits)),
    isOwnOrderLine: isOwnOrder(line),
  };
}

/**
 * The credits of these lines, by the id of the credited line and in the order of creation (ids increase with time).
 * Deleted credits and credits on invoices in review do not count and are omitted.
 */
export async function creditsOf(w: Work, rootIds: readonly string[]): Promise<Map<string, CostLineRow[]>> {
  const credits = (await linesCrediting(w, rootIds)).filter(counts);
  return Map.groupBy(credits, (credit) => credit.creditsLineId ?? '');
}

export const toCredit = (line: CostLineRow): Credit => ({ amountMinor: line.amountMinor, taxMinor: line.taxMinor });

const isNothing = ({ amountMinor, costTaxMinor }: LeftOfLine): boolean => amountMinor === 0n && costTaxMinor === 0n;

/** The remaining part of a line after its credits, in the currency of its invoice. */
export const leftOf = (line: CostLineRow, credits: readonly CostLineRow[]): LeftOfLine =>
  [line, ...credits].reduce<LeftOfLine>(
    (left, each) => ({
      amountMinor: left.amountMinor + each.amountMinor,
      costTaxMinor:
        left.costTaxMinor +
        costTaxMinor({ amountMinor: 0n, taxMinor: each.taxMinor, isTaxRecoverable: line.isTaxRecoverable }),
    }),
    { amountMinor: 0n, costTaxMinor: 0n },
  );
