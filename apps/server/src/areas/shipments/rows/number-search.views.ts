import { numberOf } from '@quayside/domain/shipments/numbers';
import { type RawBuilder, sql } from 'kysely';
import { holdsWord } from '../../../db/paging.ts';

/** Columns with the numbers of pack lists, carton rows and plans, of the row itself or in a subquery. */
interface NumberConditions {
  /** Builds the condition that the row has, or holds, the pack list with this number. */
  readonly packList: (number: RawBuilder<unknown>) => RawBuilder<boolean>;
  readonly carton: (number: RawBuilder<unknown>) => RawBuilder<boolean>;
  readonly plan: (number: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/**
 * SQL condition: a text contains the word of a search, or the word is the number of a pack list, a carton row or a plan
 * (PL-0012, ct12).
 */
export function wordMatches(word: string, text: RawBuilder<unknown>, by: NumberConditions): RawBuilder<boolean> {
  const contains = holdsWord(sql`lower(${text})`, word);
  const numbers = [
    [numberOf('PACK_LIST', word), by.packList],
    [numberOf('CARTON', word), by.carton],
    [numberOf('SHIPMENT_PLAN', word), by.plan],
  ] as const;
  const found = numbers.find(([number]) => number !== undefined);
  if (!found) return contains;
  const [number, matches] = found;
  return sql<boolean>`(${contains} or ${matches(sql`${String(number)}::bigint`)})`;
}
