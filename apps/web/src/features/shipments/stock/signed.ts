import { formatCount } from '../../../lib/words/format.ts';

/** A difference of units with its sign: +2, −3, 0. */
export const signed = (units: number): string =>
  units === 0 ? '0' : `${units > 0 ? '+' : '−'}${formatCount(Math.abs(units))}`;
