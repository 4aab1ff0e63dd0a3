/**
 * The text of a cell on one line. Cells of spreadsheets often break a name over several lines so that a column stays
 * narrow, which means no more than a space.
 */
export const onOneLine = (text: string): string => text.replaceAll(/\s*[\r\n\t\u2028\u2029]+\s*/g, ' ');
