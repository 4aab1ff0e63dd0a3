const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text.trim() !== ''))];
const grouped = (digits: string, separator: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, separator);

/**
 * The ways in which a document may write a number, with the most exact one first. For example, 58905.5 may be
 * 58,905.50, 58905.50, 58.905,50 or 58 905,50. The sign is ignored, because documents mark deductions in different
 * ways.
 */
export function figureSpellings(value: string | null | undefined): string[] {
  const match = /^-?(\d+)(?:\.(\d+))?$/.exec(value?.trim() ?? '');
  if (!match || /^0*$/.test(`${match[1]}${match[2] ?? ''}`)) return [];
  const [, whole = '', decimals = ''] = match;
  const trimmed = decimals.replace(/0+$/, '');
  // The decimals in three forms: as typed, padded to two as for money, and as short as possible.
  const tails = new Set([decimals, trimmed.padEnd(2, '0'), trimmed]);
  return unique(
    [...tails].flatMap((tail) => {
      const [point, comma] = tail === '' ? ['', ''] : [`.${tail}`, `,${tail}`];
      return [
        `${grouped(whole, ',')}${point}`,
        `${whole}${point}`,
        `${grouped(whole, '.')}${comma}`,
        `${grouped(whole, ' ')}${comma}`,
        `${whole}${comma}`,
        `${grouped(whole, '’')}${point}`,
      ];
    }),
  );
}

/** The ways in which a document may write a date. */
export function daySpellings(value: string | null | undefined): string[] {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value ?? '');
  if (!match) return [];
  const [, year = '', month = '', day = ''] = match;
  const [m, d] = [String(Number(month)), String(Number(day))];
  const name = MONTHS[Number(month) - 1] ?? '';
  const short = name.slice(0, 3);
  return unique([
    `${year}-${month}-${day}`,
    `${d} ${short} ${year}`,
    `${d} ${name} ${year}`,
    `${day} ${short} ${year}`,
    `${short} ${d}, ${year}`,
    `${name} ${d}, ${year}`,
    `${day}-${short}-${year}`,
    `${d}-${short}-${year}`,
    `${day}/${month}/${year}`,
    `${month}/${day}/${year}`,
    `${d}/${m}/${year}`,
    `${m}/${d}/${year}`,
    `${day}.${month}.${year}`,
    `${d}.${m}.${year}`,
    `${year}/${month}/${day}`,
    `${year}.${month}.${day}`,
    `${year}年${m}月${d}日`,
    `${day}-${month}-${year}`,
  ]);
}

/**
 * The ways in which a document may write a name or number: either the whole text, or only its first part (up to a
 * comma, semicolon, slash or bracket).
 */
export function textSpellings(value: string | null | undefined): string[] {
  const text = value?.trim() ?? '';
  if (text.length < 2) return [];
  const first = text.split(/\s*[,;(/]\s*/)[0] ?? '';
  return unique([text, first.length > 3 ? first : '']);
}
