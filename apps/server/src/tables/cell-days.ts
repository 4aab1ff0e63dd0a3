import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { type DayReading, readDay } from '@quayside/domain/days/day-text';
import { shown } from './cells.ts';

/**
 * Reads a day of a cell as its column is read. Returns the reason if it is none, or if it can be read in two ways: then
 * the person chooses the order of day and month or, where nobody is asked, writes the day otherwise.
 */
export function dayIn(text: string, reading: DayReading | undefined, isAsked = true): { readonly day: string } | Text {
  const read = readDay(text, reading);
  if (typeof read === 'string') return { day: read };
  return read ? say(isAsked ? 'day.ambiguous' : 'day.two_meanings', { typed: shown(text), ...read }) : say('rates.day');
}
