/**
 * Matches figures with grouped digits as written in different countries: 59,371.20, 59.371,20, 59 371,20 and 59'371.20.
 * All four are normalised to 59371.2: digits, a point, and decimals without trailing zeros.
 */
const GROUPED = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

const valueOf = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '');
  const decimals = fraction.replace(/0+$/, '');
  return decimals ? `${digits}.${decimals}` : digits;
};

/**
 * All possible readings of a figure. For example, "1,008" is either a thousand and eight, or one and eight thousandths.
 */
export function readingsOf(figure: string): string[] {
  const found: string[] = [];
  const simple = /^(\d+)(?:[.,](\d+))?$/.exec(figure);
  if (simple) found.push(valueOf(simple[1] ?? '', simple[2] ?? ''));
  const groupedBy = GROUPED.exec(figure)?.[1];
  if (groupedBy) {
    const parts = figure.split(groupedBy);
    const last = parts.at(-1) ?? '';
    const [tail = '', fraction = ''] = last.split(/[.,]/);
    // A figure cannot use the same character to separate groups and decimals.
    if (tail.length === 3) found.push(valueOf([...parts.slice(0, -1), tail].join(''), fraction));
  }
  return [...new Set(found)];
}

/**
 * The value of a figure in our own format, with a point before the decimals and commas between groups. Undefined when
 * the text is not a figure.
 */
export function figureValue(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^[-+(]/, '')
    .replace(/\)$/, '');
  if (/^\d+(\.\d+)?$/.test(bare)) return valueOf(...split(bare));
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return valueOf(...split(bare.replaceAll(',', '')));
  return /^\d[\d.,' ]*\d$/.test(bare) ? readingsOf(bare).at(-1) : undefined;
}
const split = (text: string): [string, string] => {
  const [whole = '', fraction = ''] = text.split('.');
  return [whole, fraction];
};
