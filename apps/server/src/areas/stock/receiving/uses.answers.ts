import type { Use as UseAnswer } from '@quayside/contracts/errors';
import { say } from '@quayside/contracts/texts/catalogue';
import type { Language } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { grouped } from '@quayside/domain/money/money';
import { numberText } from '@quayside/domain/shipments/numbers';
import { TAKING_CAUSES, type TakingCause } from '@quayside/domain/stock/events';
import type { Use } from '../rows/receipts.queries.ts';

const isCause = (cause: string): cause is TakingCause => (TAKING_CAUSES as readonly string[]).includes(cause);

/** How many uses an answer names. */
const MOST_NAMED = 20;

/** What used units, in words: the first of them. */
export const takingAnswers = (language: Language, uses: readonly Use[]): UseAnswer[] =>
  uses.slice(0, MOST_NAMED).map(({ eventId, cause, day, units }) => ({
    type: 'STOCK_MOVEMENT',
    id: eventId,
    label: wordsOf(
      say(`stock_use.${isCause(cause) ? cause : 'OTHER'}`, { day, units: grouped(String(units)) }),
      language,
    ),
  }));

/** A receipt as an answer names it. */
export interface NamedReceipt {
  readonly id: string;
  readonly packListNumber: bigint;
  readonly day: string;
  readonly units: bigint;
}

/** Receipts, in words. */
export const receiptAnswers = (language: Language, receipts: readonly NamedReceipt[]): UseAnswer[] =>
  receipts.map(({ id, packListNumber, day, units }) => ({
    type: 'RECEIPT',
    id,
    label: wordsOf(
      say('stock_use.receipt', {
        day,
        number: numberText('PACK_LIST', packListNumber),
        units: grouped(String(units)),
      }),
      language,
    ),
  }));

/** Decisions about missing units, in words. */
export const decisionAnswers = (language: Language, decisions: readonly NamedReceipt[]): UseAnswer[] =>
  decisions.map(({ id, packListNumber, day, units }) => ({
    type: 'MISSING_DECISION',
    id,
    label: wordsOf(
      say('stock_use.decision', {
        day,
        number: numberText('PACK_LIST', packListNumber),
        units: grouped(String(units)),
      }),
      language,
    ),
  }));
