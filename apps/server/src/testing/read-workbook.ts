import { inflateRawSync } from 'node:zlib';

/** A cell as a spreadsheet program reads it. */
type Cell = string | number | null;

/**
 * Unpacks an archive and returns its files by name, using its central directory. Does not use the code that writes
 * archives, because it helps to test that code.
 */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('The archive was cut off');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i += 1) {
    const [packed, unpacked, nameLength] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
    ];
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString();
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    if (content.length !== unpacked) throw new Error(`${name} has another length than the directory says`);
    files.set(name, content);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** Reads the rows of every sheet of a workbook, in order. */
export function readWorkbook(bytes: Buffer): { sheets: { name: string; rows: Cell[][]; xml: string }[] } {
  const files = unzip(bytes);
  const part = (name: string) => files.get(name)?.toString() ?? fail(`There is no ${name}`);
  const types = part('[Content_Types].xml');
  const targets = new Map(
    [...part('xl/_rels/workbook.xml.rels').matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map((m) => [
      m[1] ?? '',
      m[2] ?? '',
    ]),
  );
  const sheets = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)].map(
    ([, name = '', id = '']) => {
      const path = `xl/${targets.get(id)}`;
      if (!types.includes(`/${path}`)) fail(`${path} has no type`);
      const xml = part(path);
      return { name, xml, rows: [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map((row) => cellsOf(row[1] ?? '')) };
    },
  );
  return { sheets };
}

function cellsOf(xml: string): Cell[] {
  const cells: Cell[] = [];
  for (const [, place = '', kind, content = ''] of xml.matchAll(
    /<c r="([A-Z]+)\d+"(?: t="(\w+)")?[^>]*>(.*?)<\/c>/gs,
  )) {
    const text = /<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1];
    const value = kind === 'inlineStr' ? textOf(text ?? '') : Number(/<v>(.*?)<\/v>/.exec(content)?.[1]);
    cells[columnOf(place)] = value;
  }
  return Array.from(cells, (cell) => cell ?? null);
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const textOf = (xml: string) =>
  xml
    .replace(/\r\n?/g, '\n')
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? fail(`&${name};`))
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
function fail(message: string): never {
  throw new Error(message);
}
