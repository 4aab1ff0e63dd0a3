import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { openTable, type TableSource } from './open-table.ts';
import { readTable } from './table.ts';

/** A source that yields the bytes in pieces of this size. */
const inPieces = (bytes: Buffer, size: number): TableSource => ({
  pieces: async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
  whole: async () => bytes,
});
const options = { maxRows: 1_000_000, isHeader: () => true, countKnown: () => 0 };
const read = async (bytes: Buffer, size: number) => {
  const table = await openTable(inPieces(bytes, size), options);
  const rows: unknown[] = [];
  for await (const part of table?.rows() ?? []) for (const row of part) rows.push(row);
  return { encoding: table?.encoding, header: table?.header.cells, rows };
};
const TEXT = 'sku;name\r\nA;"竹 ""big""\r\nboard"\r\n\r\nB;Größe €\r\n';

describe('a table read in pieces', () => {
  it.each([
    ['utf-8', Buffer.from(TEXT)],
    ['utf-8', Buffer.from(`\ufeff${TEXT}`)],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode(TEXT, 'utf-16le')])],
    ['utf-16be', Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode(TEXT, 'utf-16be')])],
    ['utf-16le', iconv.encode(TEXT, 'utf-16le')],
    ['utf-16be', iconv.encode(TEXT, 'utf-16be')],
  ])('in %s reads the same wherever it is cut', async (encoding, bytes) => {
    for (const size of [1, 2, 3, 7, 64, 10_000]) {
      expect(await read(bytes, size)).toEqual({
        encoding,
        header: ['sku', 'name'],
        rows: [
          { row: 2, cells: ['A', '竹 "big"\r\nboard'] },
          { row: 4, cells: ['B', 'Größe €'] },
        ],
      });
    }
  });

  it.each([
    ['windows-1252', 'sku,name\r\nA,Größe – 5 €\r\nB,Ångström\r\n'],
    ['gbk', 'sku,name\r\nA,竹制厨房砧板 大号\r\nB,不锈钢保温杯\r\n'],
    ['shift_jis', 'sku,name\r\nA,キッチン用まな板\r\nB,ステンレスボトル\r\n'],
  ])('in %s is the same as the table read at once, wherever it is cut', async (encoding, text) => {
    const whole = readTable(text, 10).rows;
    for (const size of [1, 5, 1000])
      expect(await read(iconv.encode(text, encoding), size)).toMatchObject({ encoding, rows: whole });
  });

  it('equals the table read at once', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') });
    const quoted = cell.map((c) => `"${c.replaceAll('"', '""')}"`);
    const plain = fc.string({ unit: fc.constantFrom('b', '1', ' ', '"') });
    const table = fc.array(fc.array(fc.oneof(quoted, plain), { minLength: 2, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 9 }),
        async (rows, end, size) => {
          const text = `sku,name${end}${rows.map((r) => r.join(',')).join(end)}${end}`;
          const whole = readTable(text, 100);
          const found = whole.total === 0 ? [] : (await read(Buffer.from(text), size)).rows;
          expect(found).toEqual(whole.rows);
        },
      ),
    );
  });

  it('names the quote that is never closed, also in a long file, and reads the other rows', async () => {
    const text = Buffer.from(`a,b\n1,"never\n${'2,3\n'.repeat(400_000)}`);
    const { rows } = await read(text, 65_536);
    expect(rows).toHaveLength(400_001);
    expect(rows.slice(0, 2)).toEqual([
      { row: 2, cells: ['1', '"never'], fault: { column: 1, reason: { code: 'rows.quote_open' } } },
      { row: 3, cells: ['2', '3'] },
    ]);
    await expect(read(Buffer.from(`a,b\n${'x'.repeat(1_200_000)},1\n`), 65_536)).rejects.toThrow(
      'Row 2 is longer than 1 MB.',
    );
  });

  it('marks a last row that was cut off, and no other', async () => {
    expect((await read(Buffer.from('a,b,c\n1,2,3\n4,5'), 4)).rows).toEqual([
      { row: 2, cells: ['1', '2', '3'] },
      { row: 3, cells: ['4', '5'], unfinished: 3 },
    ]);
    expect((await read(Buffer.from('a,b,c\n1,2,3\n4,5\n'), 4)).rows).toEqual([
      { row: 2, cells: ['1', '2', '3'] },
      { row: 3, cells: ['4', '5'] },
    ]);
  });
});
