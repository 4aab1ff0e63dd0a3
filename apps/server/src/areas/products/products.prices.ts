import type { Terms } from './products.state.ts';

// Prices of suppliers are kept in millionths of the currency's main unit.

/** A price as it is written: at least two decimals, no idle zeros behind them. */
export function priceText(micros: bigint): string {
  const digits = micros.toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -6)}.${fraction}`;
}

/** The inverse; the contract has checked the form. */
export function priceMicros(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

/** A supplier with what was agreed: "Ningbo Pans (3.45 USD, from 500, 30 days)". */
export function termsInWords(t: Terms, name: string): string {
  const terms = [
    t.priceMicros === null ? null : `${priceText(BigInt(t.priceMicros))} ${t.currency ?? ''}`.trim(),
    t.minimumOrder === null ? null : `from ${t.minimumOrder}`,
    t.leadTime === null ? null : `${t.leadTime} days`,
    t.supplierSku,
  ].filter((text) => text !== null);
  return terms.length === 0 ? name : `${name} (${terms.join(', ')})`;
}
