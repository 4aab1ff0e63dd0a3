import type { Bundle } from '@quayside/contracts/products';
import { decimalText } from '@quayside/domain/money/money';
import type { ApiError } from '../../../lib/api-error.ts';
import { roundDecimal } from '../../../lib/format.ts';

/** A part as the form holds it; the quantity is null while its field is empty. */
export type PartValue = { readonly productId: string; readonly quantity: number | null };
/** Details of a product that is, or can become, a part. */
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

/** The cost of a part in the bundle; null while its quantity or its unit cost is unknown. */
export function partAmount(quantity: number | null, cost: string | null | undefined): string | null {
  if (quantity === null || !Number.isInteger(quantity) || cost === null || cost === undefined) return null;
  return decimalText(BigInt(quantity) * micro(cost), DECIMALS);
}

/** The unit cost of a bundle of these parts, from the unit costs on the screen; null while one of them is unknown. */
export function bundleSum(parts: readonly PartValue[], known: ReadonlyMap<string, KnownPart>): string | null {
  const amounts = parts.map(({ productId, quantity }) => partAmount(quantity, known.get(productId)?.landedCostPerUnit));
  if (amounts.length === 0 || amounts.includes(null)) return null;
  return decimalText(
    amounts.reduce((sum, amount) => sum + micro(amount ?? '0'), 0n),
    DECIMALS,
  );
}

/** The server's errors by the index of the part, for example when a bundle would contain itself. */
export function errorsByPart({ errors }: Pick<ApiError, 'errors'>): ReadonlyMap<number, string> {
  return new Map(
    errors.flatMap(({ field, message }) => {
      const index = /^(?:body\.)?parts\.(\d+)(?:\.|$)/.exec(field)?.[1];
      return index === undefined ? [] : [[Number(index), message] as const];
    }),
  );
}
