import type { Bundle } from '@quayside/contracts/products/product-bundles';
import { decimalText } from '@quayside/domain/money/money';
import type { ApiError } from '../../../lib/errors/api-error.ts';
import { roundDecimal } from '../../../lib/words/format.ts';

/** A part in the form. The quantity is null while its field is empty. */
export type PartValue = { readonly productId: string; readonly quantity: number | null };
/** The data that the form needs about a product that is a part or can become one. */
export interface KnownPart {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly isBundle: boolean;
  readonly landedCostPerUnit: string | null;
}

export const partsOf = ({ parts }: Bundle): PartValue[] =>
  parts.map(({ product, quantity }) => ({ productId: product.id, quantity }));
export const knownOf = ({ parts }: Bundle): KnownPart[] =>
  parts.map(({ product, isBundle, landedCostPerUnit }) => ({ ...product, isBundle, landedCostPerUnit }));

const DECIMALS = 6;
const micro = (cost: string): bigint => BigInt(roundDecimal(cost, DECIMALS).replace('.', ''));

/** The cost of a part, which is quantity × unit cost. It is null while one of them is unknown. */
export function partAmount(quantity: number | null, cost: string | null | undefined): string | null {
  if (quantity === null || !Number.isInteger(quantity) || cost === null || cost === undefined) return null;
  return decimalText(BigInt(quantity) * micro(cost), DECIMALS);
}

/**
 * The unit cost of a bundle with these parts, added from their displayed unit costs. It is null while one of them is
 * unknown.
 */
export function bundleSum(parts: readonly PartValue[], known: ReadonlyMap<string, KnownPart>): string | null {
  const amounts = parts.map(({ productId, quantity }) => partAmount(quantity, known.get(productId)?.landedCostPerUnit));
  if (amounts.length === 0 || amounts.includes(null)) return null;
  return decimalText(
    amounts.reduce((sum, amount) => sum + micro(amount ?? '0'), 0n),
    DECIMALS,
  );
}

/** Maps the index of each refused part to its error message, for example that the bundle would contain itself. */
export function errorsByPart({ errors }: Pick<ApiError, 'errors'>): ReadonlyMap<number, string> {
  return new Map(
    errors.flatMap(({ field, message }) => {
      const index = /^(?:body\.)?parts\.(\d+)(?:\.|$)/.exec(field)?.[1];
      return index === undefined ? [] : [[Number(index), message] as const];
    }),
  );
}
