import { costTaxMinor } from '@quayside/domain/landed-cost/amounts';
import type { Credit, LeftOfLine } from '@quayside/domain/landed-cost/credits';
import type { CostLine } from '@quayside/domain/landed-cost/types';
import type { Basis } from '@quayside/domain/lists';
import { parseQuantity, parseRate } from '@quayside/domain/money/money';
import type { Work } from '../../db/tx.ts';
import { linesCrediting } from './costs.views.ts';
import type { LineRow } from './costs.types.ts';

/** A line counts once somebody works on its invoice. */
export const counts = (line: LineRow): boolean => !line.isDeleted && line.status !== 'REVIEW';

/** A factory line with a product and units is an order of its own. */
export const isOwnOrder = (line: LineRow): boolean => isFactoryProductLine(line) && Number(line.quantity) > 0;
export const isFactoryProductLine = (line: LineRow): boolean => line.costType === 'FACTORY_INVOICE' && line.productId !== null && line.creditsLineId === null;

/** A database line as the pure engine takes it. */
export function toCostLine(w: Work, line: LineRow, manualShares: readonly { layerId: string; amountMinor: bigint }[] = []): CostLine {
  const rate = line.rate === null ? null : parseRate(line.rate);
  if (rate && !rate.ok) throw new RangeError(`Stored rate ${line.rate} cannot be read`);
  const quantity = parseQuantity(line.quantity);
  if (!quantity.ok) throw new RangeError(`Stored quantity ${line.quantity} cannot be read`);
  return {
    lineId: line.id,
    category: line.costType,
    productId: line.productId,
    productSku: line.productSku,
    quantityMicro: quantity.value,
    amountMinor: line.amountMinor,
    taxMinor: line.taxMinor,
    isTaxRecoverable: line.isTaxRecoverable,
    currency: line.currency,
    accountCurrency: w.scope.currency,
    rate: rate?.value ?? null,
    basis: line.basis as Basis | null,
    manualShares,
    shippingMethod: line.shippingMethod,
    excluded: line.isExcluded,
    isOwnOrderLine: isOwnOrder(line),
  };
}

/** Credits that count, by the line that they credit, in the order in which they were made: ids grow with time. */
export async function creditsOf(w: Work, rootIds: readonly string[]): Promise<Map<string, LineRow[]>> {
  const credits = (await linesCrediting(w, rootIds)).filter(counts);
  return Map.groupBy(credits, (credit) => credit.creditsLineId ?? '');
}

export const toCredit = (line: LineRow): Credit => ({ amountMinor: line.amountMinor, taxMinor: line.taxMinor });

/** What is left of a line after its credits, in the document's currency. */
export const leftOf = (line: LineRow, credits: readonly LineRow[]): LeftOfLine =>
  [line, ...credits].reduce<LeftOfLine>(
    (left, each) => ({
      amountMinor: left.amountMinor + each.amountMinor,
      costTaxMinor: left.costTaxMinor + costTaxMinor({ amountMinor: 0n, taxMinor: each.taxMinor, isTaxRecoverable: line.isTaxRecoverable }),
    }),
    { amountMinor: 0n, costTaxMinor: 0n },
  );
