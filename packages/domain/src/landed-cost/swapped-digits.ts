/**
 * Swapping two neighbouring digits leaves a difference divisible by 9 (132 for 123 leaves 9), which is worth a hint.
 */
export const swappedDigitsHint = (differenceMinor: bigint): boolean =>
  differenceMinor !== 0n && differenceMinor % 9n === 0n;
