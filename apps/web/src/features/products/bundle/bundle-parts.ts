import type { Bundle } from '@quayside/contracts/products';
import { decimalText } from '@quayside/domain/money/money';
import type { ApiError } from '../../../lib/api-error.ts';
import { roundDecimal } from '../../../lib/format.ts';

/** A part as it stands in the form; the quantity is null while it is being typed anew. */
export type PartValue = { readonly productId: string; readonly quantity: number | null };
/** What is known of a product that is, or may become, a part. */
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

/** What a part adds to the bundle; null while its quantity or its unit cost is not known. */
export function partAmount(quantity: number | null, cost: string | null | undefined): string | null {
  if (quantity === null || !Number.isInteger(quantity) || cost === null || cost === undefined) return null;
  return decimalText(BigInt(quantity) * micro(cost), DECIMALS);
}

/** What a bundle of these parts would cost, from the unit costs that are shown; null while one of them is not known. */
export function bundleSum(parts: readonly PartValue[], known: ReadonlyMap<string, KnownPart>): string | null {
  const amounts = parts.map(({ productId, quantity }) => partAmount(quantity, known.get(productId)?.landedCostPerUnit));
  if (amounts.length === 0 || amounts.includes(null)) return null;
  return decimalText(
    amounts.reduce((sum, amount) => sum + micro(amount ?? '0'), 0n),
    DECIMALS,
  );
}

/** What the server says of single parts, by their place: a bundle that would hold itself, say. */
export function errorsByPart({ errors }: Pick<ApiError, 'errors'>): ReadonlyMap<number, string> {
  return new Map(
    errors.flatMap(({ field, message }) => {
      const index = /^(?:body\.)?parts\.(\d+)(?:\.|$)/.exec(field)?.[1];
      return index === undefined ? [] : [[Number(index), message] as const];
    }),
  );
}
