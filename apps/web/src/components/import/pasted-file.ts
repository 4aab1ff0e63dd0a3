import { readTsv } from '../data-grid/edit/tsv.ts';

/**
 * Turns pasted text into a CSV file: cells copied from a spreadsheet, which are separated by tabs, or CSV. Undefined if
 * the text is blank.
 */
export function pastedFile(text: string, name: string): File | undefined {
  if (text.trim() === '') return undefined;
  const content = text.includes('\t')
    ? readTsv(text)
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\r\n')
    : text;
  // The byte order mark says that the file is UTF-8.
  return new File([`\ufeff${content}`], `${name}.csv`, { type: 'text/csv' });
}
