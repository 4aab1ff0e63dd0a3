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
 * The spellings of a figure in documents, most exact first: 58905.5 as 58,905.50, 58905.50, 58.905,50, 58 905,50 and so
 * on. Documents mark deductions in different ways, so the sign is ignored.
 */
export function figureSpellings(value: string | null | undefined): string[] {
  const match = /^-?(\d+)(?:\.(\d+))?$/.exec(value?.trim() ?? '');
  if (!match || /^0*$/.test(`${match[1]}${match[2] ?? ''}`)) return [];
  const [, whole = '', decimals = ''] = match;
  const trimmed = decimals.replace(/0+$/, '');
  // As typed; with two decimals, as money is written; and the shortest, without decimals for a round figure.
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

/** The spellings of a day in documents. */
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

/** The spellings of a name or number in documents: the whole text, else its first part. */
export function textSpellings(value: string | null | undefined): string[] {
  const text = value?.trim() ?? '';
  if (text.length < 2) return [];
  const first = text.split(/\s*[,;(/]\s*/)[0] ?? '';
  return unique([text, first.length > 3 ? first : '']);
}
