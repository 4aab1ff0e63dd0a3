import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { decimalText, roundDiv } from '@quayside/domain/money/money';

/** Cubic metres and kilograms have at most this many decimals. */
const DECIMALS = 9;

/** A measure as the API sends it, in billionths. */
function billionths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS));
}

/** What the pack lists of a plan measure together, as far as it is known. */
export interface Load {
  /** The sum of the known measures, as a decimal string. */
  readonly known: string;
  /** The products whose measure is unknown. */
  readonly unknown: readonly { readonly productId: string; readonly sku: string }[];
}

/** Sums the volumes or the weights of pack lists, and names the products that have none. */
export function loadOf(packLists: readonly PackList[], measure: 'volume' | 'weight'): Load {
  const sum = packLists.reduce((total, one) => total + billionths(one[measure] ?? '0'), 0n);
  const unknown = new Map(packLists.flatMap((one) => (one[measure] === null ? [[one.productId, one] as const] : [])));
  return {
    known: decimalText(sum, DECIMALS),
    unknown: [...unknown.values()].map(({ productId, sku }) => ({ productId, sku })),
  };
}

/** How full a container is, in tenths of a percent. It is only drawn and rounded for display. */
export const permilleOf = (load: string, most: string): number =>
  Number(roundDiv(billionths(load) * 1000n, billionths(most)));

/** What is left of a container, or what is too much for it if `isOver`. */
export function leftOf(load: string, most: string): { readonly left: string; readonly isOver: boolean } {
  const left = billionths(most) - billionths(load);
  return { left: decimalText(left < 0n ? -left : left, DECIMALS), isOver: left < 0n };
}
