/**
 * Whether the difference is divisible by 9. It is when two neighbouring digits of an amount were swapped (132 instead
 * of 123), so the person gets a hint.
 */
export const swappedDigitsHint = (differenceMinor: bigint): boolean =>
  differenceMinor !== 0n && differenceMinor % 9n === 0n;
