/** A string on a page. Its position is in points from the top left corner. */
interface PdfText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  readonly isBold?: boolean;
  /** Whether the string ends at x instead of beginning there. */
  readonly isRight?: boolean;
}
/** A thin line across the page. */
interface PdfRule {
  readonly y: number;
}
type Item = PdfText | PdfRule;

const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56];
/**
 * Widths of Helvetica's characters in thousandths of the font size. Only the characters that right-aligned strings of
 * invoices contain are listed.
 */
const NARROW: Readonly<Record<string, number>> = {
  ',': 278,
  '.': 278,
  ' ': 278,
  '-': 333,
  '/': 278,
  ':': 278,
  i: 222,
  l: 222,
  t: 278,
  f: 278,
  r: 333,
  I: 278,
};
const widthOf = (text: string, size: number, isBold = false): number =>
  ([...text].reduce((sum, c) => sum + (NARROW[c] ?? (/[A-Z]/.test(c) ? 700 : 556)), 0) * size * (isBold ? 1.04 : 1)) /
  1000;
const escaped = (text: string): string => text.replace(/[\\()]/g, (c) => `\\${c}`);

function drawn(item: Item): string {
  if (!('text' in item)) return `0.6 G ${MARGIN} ${HEIGHT - item.y} m ${WIDTH - MARGIN} ${HEIGHT - item.y} l S`;
  const size = item.size ?? 9;
  const x = item.isRight ? item.x - widthOf(item.text, size, item.isBold) : item.x;
  const font = `/${item.isBold ? 'F2' : 'F1'} ${size} Tf`;
  return `BT ${font} ${x.toFixed(1)} ${HEIGHT - item.y} Td (${escaped(item.text)}) Tj ET`;
}

/**
 * Creates a small PDF for the demo seller's documents: text in Helvetica and rules, with Latin letters only. Each page
 * is a list of items.
 */
function simplePdf(pages: readonly (readonly Item[])[]): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
  ];
  const kids: string[] = [];
  for (const items of pages) {
    const content = items.map(drawn).join('\n');
    objects.push(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`);
    const resources = '<< /Font << /F1 3 0 R /F2 4 0 R >> >>';
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] ` +
        `/Resources ${resources} /Contents ${objects.length} 0 R >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, i) => {
    offsets.push(length);
    const text = `${i + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(text);
    length += Buffer.byteLength(text, 'latin1');
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n` +
      `<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

const fontObject = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** The content of a printed invoice, credit note or packing list. */
interface PaperInvoice {
  readonly title: string;
  readonly from: string;
  readonly address: string;
  readonly number: string;
  readonly date: string;
  readonly currency: string;
  readonly lines: readonly {
    readonly sku: string;
    readonly name: string;
    readonly units: string;
    readonly price: string;
    readonly amount: string;
  }[];
  readonly total: string;
  readonly notes: readonly string[];
}

/** Creates a document that looks like one from a factory or a freight forwarder. */
export function invoicePdf(paper: PaperInvoice): Buffer {
  const right = WIDTH - MARGIN;
  const items: Item[] = [
    { x: MARGIN, y: 80, text: paper.from, size: 13, isBold: true },
    { x: MARGIN, y: 96, text: paper.address },
    { x: right, y: 80, text: paper.title, size: 13, isBold: true, isRight: true },
    { x: MARGIN, y: 138, text: 'Bill to', isBold: true },
    { x: MARGIN, y: 152, text: 'Harbour & Pine Ltd' },
    { x: MARGIN, y: 165, text: '14 Wharf Street, Bristol BS1 6XN, United Kingdom' },
    { x: 330, y: 138, text: 'Invoice no.', isBold: true },
    { x: 330, y: 152, text: paper.number },
    { x: 450, y: 138, text: 'Date', isBold: true },
    { x: 450, y: 152, text: paper.date },
    { y: 200 },
    { x: MARGIN, y: 214, text: 'SKU', isBold: true },
    { x: 128, y: 214, text: 'Description', isBold: true },
    { x: 380, y: 214, text: 'Qty', isBold: true, isRight: true },
    { x: 455, y: 214, text: `Price ${paper.currency}`, isBold: true, isRight: true },
    { x: right, y: 214, text: 'Amount', isBold: true, isRight: true },
    { y: 222 },
  ];
  let y = 240;
  for (const line of paper.lines) {
    items.push(
      { x: MARGIN, y, text: line.sku },
      { x: 128, y, text: line.name },
      { x: 380, y, text: line.units, isRight: true },
      { x: 455, y, text: line.price, isRight: true },
      { x: right, y, text: line.amount, isRight: true },
    );
    y += 20;
  }
  items.push({ y: y - 6 }, { x: 455, y: y + 12, text: `Total ${paper.currency}`, isBold: true, isRight: true });
  items.push({ x: right, y: y + 12, text: paper.total, isBold: true, isRight: true });
  paper.notes.forEach((text, i) => items.push({ x: MARGIN, y: y + 60 + i * 14, text }));
  return simplePdf([items]);
}
