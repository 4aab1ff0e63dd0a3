/** The prefixes of the numbers of pack lists, shipment plans and carton rows. */
const PREFIXES = { PACK_LIST: 'PL', SHIPMENT_PLAN: 'SP', CARTON: 'CT' } as const;
type NumberKind = keyof typeof PREFIXES;

/** A number as it is shown: PL-0001. It has more digits after the 9,999th of an account. */
export const numberText = (kind: NumberKind, n: bigint): string => `${PREFIXES[kind]}-${String(n).padStart(4, '0')}`;

/** Reads a number as people type it: PL-0012, pl12 or PL-12. Undefined if the text is not one of this kind. */
export function numberOf(kind: NumberKind, text: string): bigint | undefined {
  const match = /^([a-z]{2})-?(\d{1,15})$/i.exec(text.trim());
  return match?.[1]?.toUpperCase() === PREFIXES[kind] ? BigInt(match[2] ?? '') : undefined;
}

/** Compares numbers as numbers, so that PL-10000 comes after PL-9999 (stock §1). */
export const compareNumbers = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The key of a leaf of an allocation: the order number, then the number of its pack list, compared as text (stock §1,
 * §7). An order as a whole has only its own number.
 */
export const leafKey = (orderNumber: string, packList: bigint | null): string =>
  packList === null ? orderNumber : `${orderNumber} ${numberText('PACK_LIST', packList)}`;
