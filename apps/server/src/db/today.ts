import { todayIn } from '@quayside/domain/days/days';
import type { Work } from './tx.ts';

/** Today in the time zone of the account. */
export const todayOf = (w: Work): string => todayIn(w.now.getTime(), w.scope.timeZone);
