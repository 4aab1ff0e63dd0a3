/** Parses the text of a CSV file with commas, as the server writes it, into rows of cells. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const source = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < source.length; at += 1) {
    const one = source[at];
    if (isQuoted) {
      if (one !== '"') cell += one;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (one === '"') isQuoted = true;
    else if (one === ',') {
      row.push(cell);
      cell = '';
    } else if (one === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')]);
      row = [];
      cell = '';
    } else cell += one;
  }
  return row.length > 0 || cell !== '' ? [...rows, [...row, cell]] : rows;
}
