import { isPaid, type Instalment } from './instalments.ts';
import { isByAmounts, MAX_INSTALMENTS } from './reshare.ts';

/**
 * Whether a rest that nobody is left to take becomes one more instalment at once (payables §1): by percents, as long as
 * the schedule has not all the instalments that it may have. A schedule by amounts shows its difference instead.
 */
export const makesRest = (instalments: readonly Pick<Instalment, 'hundredths'>[]): boolean =>
  instalments.length > 0 && instalments.length < MAX_INSTALMENTS && !isByAmounts(instalments);

/** The instalment that was made for a rest and is needed no more: nothing is left for it, and nothing settles it. */
export const isGoneRest = (
  { isRest, ...instalment }: Pick<Instalment, 'amountMinor' | 'settledMinor'> & { readonly isRest: boolean },
  hasEntries: boolean,
): boolean => isRest && !hasEntries && instalment.amountMinor === 0n && isPaid(instalment);
