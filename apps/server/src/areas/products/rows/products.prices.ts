import type { Terms } from './products.state.ts';

// The prices of suppliers are stored in millionths of the currency's main unit.

/** Formats a price with at least two decimals and without trailing zeros after them. */
export function priceText(micros: bigint): string {
  const digits = micros.toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -6)}.${fraction}`;
}

/** Parses a price whose form the API schema has already validated. */
export function priceMicros(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

/** A supplier with its terms as text, for example "Ningbo Pans (3.45 USD, from 500, 30 days)". */
export function termsInWords(t: Terms, name: string): string {
  const terms = [
    t.priceMicros === null ? null : `${priceText(BigInt(t.priceMicros))} ${t.currency ?? ''}`.trim(),
    t.minimumOrder === null ? null : `from ${t.minimumOrder}`,
    t.leadTime === null ? null : `${t.leadTime} days`,
    t.supplierSku,
  ].filter((text) => text !== null);
  return terms.length === 0 ? name : `${name} (${terms.join(', ')})`;
}
