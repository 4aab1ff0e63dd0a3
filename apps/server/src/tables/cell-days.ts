import { readEcbDay } from '@quayside/domain/money/ecb-file';

/**
 * Parses the day of a cell. A date such as 05/06/2026 is refused, because some countries write the day first and others
 * the month. 05.06.2026 is accepted, because with points the day comes first everywhere.
 */
export function dayOfCell(text: string): string | undefined {
  const [, year, month = '', date = ''] = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return readEcbDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
  const [, first = '', second = '', third] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (third !== undefined) return readEcbDay(`${third}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`);
  return readEcbDay(text.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, ''));
}
