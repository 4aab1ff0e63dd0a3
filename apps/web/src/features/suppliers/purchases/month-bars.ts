/** A month with its net amount; bars are drawn from shares, figures are said exactly. */
export interface MonthBar {
  readonly month: string;
  readonly net: string;
  /** Of the height of the picture, in hundredths: only drawn. */
  readonly share: number;
  /** More came back than was bought: the bar points down. */
  readonly isBelow: boolean;
}
export interface MonthBars {
  readonly bars: readonly MonthBar[];
  /** What of the height lies below the line of nothing, in hundredths. */
  readonly below: number;
}

/** How tall the bar of each month is. What points down takes only the height that it needs. */
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
