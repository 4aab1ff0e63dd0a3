const MOST = 5;
const FACTORS = [1, 2, 2.5, 5] as const;

/**
 * At most five grid lines at round values, zero among them where it is crossed, that enclose all values, and the number
 * of decimals that their labels need. The numbers are for drawing only.
 */
export function gridLines(values: readonly number[]): { readonly ticks: readonly number[]; readonly decimals: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low || Math.abs(high) || 1;
  for (let exponent = Math.floor(Math.log10(span / MOST)); ; exponent += 1)
    for (const factor of FACTORS) {
      const step = factor * 10 ** exponent;
      const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
      const until = first === last ? last + 1 : last;
      if (until - first >= MOST) continue;
      const decimals = Math.max(0, factor === 2.5 ? 1 - exponent : -exponent);
      return {
        ticks: Array.from({ length: until - first + 1 }, (_, n) => Number(((first + n) * step).toFixed(decimals + 1))),
        decimals,
      };
    }
}
