/** A month with its exact net amount, and the size of its bar. */
interface MonthBar {
  readonly month: string;
  readonly net: string;
  /** The height of the bar as a percentage of the chart's height. It is only used for drawing. */
  readonly share: number;
  /** Whether the net amount is negative. Such a bar points down. */
  readonly isBelow: boolean;
}
interface MonthBars {
  readonly bars: readonly MonthBar[];
  /** The part of the chart below the zero line, as a percentage of its height. */
  readonly below: number;
}

/** The bar of each month. The space below the zero line is only as high as the negative bars need. */
export function barsOf(months: readonly { readonly month: string; readonly net: string }[]): MonthBars {
  const amounts = months.map(({ net }) => BigInt(net.replace('.', '')));
  const [lowest, highest] = amounts.reduce(([low, high], n) => [n < low ? n : low, n > high ? n : high], [0n, 0n]);
  const range = highest - lowest;
  const shareOf = (amount: bigint) => (range === 0n ? 0 : Number((amount * 100n + range / 2n) / range));
  return {
    bars: months.map(({ month, net }, i) => {
      const amount = amounts[i] ?? 0n;
      return { month, net, share: shareOf(amount < 0n ? -amount : amount), isBelow: amount < 0n };
    }),
    below: shareOf(-lowest),
  };
}
