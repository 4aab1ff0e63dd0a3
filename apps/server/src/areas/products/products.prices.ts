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
