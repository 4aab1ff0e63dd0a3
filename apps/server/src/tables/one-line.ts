/**
 * The text of a cell on one line. Cells of spreadsheets often break a name over several lines so that a column stays
 * narrow, which means no more than a space.
 */
export const onOneLine = (text: string): string =>
  // One pass over each run of white space: a cell may have thousands of spaces.
  text.replaceAll(/\s+/g, (run) => (BREAK.test(run) ? ' ' : run));

const BREAK = /[\r\n\t\u2028\u2029]/;
