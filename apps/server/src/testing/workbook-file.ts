import { strToU8, zipSync } from 'fflate';

/** The XML of a cell of a handmade workbook, without its position. */
type CellXml = string | null;
export const shared = (index: number): CellXml => `t="s"><v>${index}</v>`;
export const inline = (text: string): CellXml => `t="inlineStr"><is><t xml:space="preserve">${text}</t></is>`;
export const number = (value: string, style = 0): CellXml => `s="${style}"><v>${value}</v>`;
export const bool = (value: boolean): CellXml => `t="b"><v>${value ? 1 : 0}</v>`;

/** A formula whose result is not stored, as programs write it that do not calculate. */
export const formula = (text: string): CellXml => `><f>${text}</f><v></v>`;

const letter = (i: number) => String.fromCharCode(65 + i);
const sheetXml = (rows: readonly (readonly CellXml[])[], head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}` +
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, r) =>
        `<row r="${r + 1}">` +
        `${cells.map((c, i) => (c === null ? '' : `<c r="${letter(i)}${r + 1}" ${c}</c>`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;

/**
 * The smallest workbook that spreadsheet programs open: named sheets and shared strings; style 1 is a date, style 2 has
 * two decimals, style 3 is in per cent, style 4 shows five digits, and style 5 three decimals.
 */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly CellXml[])[]>>,
  {
    texts = [],
    head = '',
    extra = {},
  }: {
    readonly texts?: readonly string[];
    readonly head?: string;
    readonly extra?: Readonly<Record<string, Uint8Array>>;
  } = {},
): Buffer {
  const names = Object.keys(sheets);
  const xml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
      'xl/workbook.xml': xml(
        '<workbook xmlns:r="r"><sheets>' +
          names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('') +
          '</sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': xml(
        '<Relationships>' +
          names.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`).join('') +
          '<Relationship Id="s" Target="sharedStrings.xml"/><Relationship Id="t" Target="styles.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': xml(`<sst>${texts.map((t) => `<si>${t}</si>`).join('')}</sst>`),
      'xl/styles.xml': xml(
        '<styleSheet><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
          '<numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="0.000"/></numFmts><cellXfs>' +
          '<xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="2"/><xf numFmtId="10"/><xf numFmtId="165"/>' +
          '<xf numFmtId="166"/></cellXfs></styleSheet>',
      ),
      ...Object.fromEntries(
        names.map((name, i) => [`xl/worksheets/sheet${i + 1}.xml`, strToU8(sheetXml(sheets[name] ?? [], head))]),
      ),
      ...extra,
    }),
  );
}
