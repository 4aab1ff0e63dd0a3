import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { NAMED, notifyOfDifferences } from '../../notifications/public.ts';
import { listWrongTallies } from './tally-check.views.ts';

/**
 * The nightly job that counts the products of an account again, compares the result with the stored counts and sums,
 * and notifies the members of each difference. It changes nothing.
 */
export async function checkTallies(w: Work): Promise<{ broken: number }> {
  const wrong = await listWrongTallies(w);
  const count = wrong.length;
  if (count > 0)
    await notifyOfDifferences(w, {
      check: 'tally-check',
      summary: say('notice.tally_check', { count }),
      compared: say('notice.tally_check_compared', { count }),
      count,
      named: wrong.slice(0, NAMED).map((tally, i) => say('notice.difference', { position: i + 1, ...tally })),
    });
  return { broken: count };
}
