/** A month with its net amount; bars are drawn from shares, figures are said exactly. */
export interface MonthBar {
  readonly month: string;
  readonly net: string;
  /** Of the largest amount, in hundredths: only drawn. */
  readonly share: number;
  readonly isBelow: boolean;
}

/** How tall the bar of each month is, beside the tallest. A month in which more came back than was bought points down. */
export function barsOf(months: readonly { readonly month: string; readonly net: string }[]): MonthBar[] {
  const sizes = months.map(({ net }) => sizeOf(net));
  const largest = sizes.reduce((most, size) => (size > most ? size : most), 0n);
  return months.map(({ month, net }, i) => ({
    month,
    net,
    share: largest === 0n ? 0 : Number(((sizes[i] ?? 0n) * 100n + largest / 2n) / largest),
    isBelow: net.startsWith('-') && (sizes[i] ?? 0n) > 0n,
  }));
}

const sizeOf = (net: string): bigint => BigInt(net.replace('-', '').replace('.', ''));
