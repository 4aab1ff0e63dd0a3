import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { todayIn } from '@quayside/domain/days/days';
import type { Work } from '../../db/tx.ts';
import { notify } from './notifications.service.ts';

/** The maximum number of differences that a notification lists. */
export const NAMED = 10;

type Notice = Parameters<typeof notify>[1];
interface Differences extends Pick<Notice, 'about' | 'mail'> {
  /** The name of the nightly check. It notifies at most once a day. */
  readonly check: string;
  readonly summary: Text;
  /** The text that says what was compared, and how many differences were found. */
  readonly compared: Text;
  readonly count: number;
  /** One text for each of the first differences, at most `NAMED`. */
  readonly named: readonly Text[];
}

/**
 * Notifies all members of the differences that a nightly check found between stored figures and a recount. Returns what
 * `notify` returns.
 */
export const notifyOfDifferences = (
  w: Work,
  { check, summary, compared, count, named, ...rest }: Differences,
): Promise<boolean> =>
  notify(w, {
    ...rest,
    type: 'ERROR',
    summary,
    message: [
      compared,
      ...named,
      ...(count > named.length ? [say('notice.more_differences', { more: count - named.length })] : []),
      say('notice.cost_check_advice'),
    ],
    dedupeKey: `${check}/${todayIn(w.now.getTime(), w.scope.timeZone)}`,
  });
