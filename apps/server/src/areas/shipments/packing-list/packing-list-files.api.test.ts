import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import {
  cartonsOf,
  cartonTexts,
  checked,
  errorsOf,
  imported,
  pasted,
  refusedImport,
} from '../../../testing/packing-lists.ts';
import { anOrderOf, packed } from '../../../testing/shipments.ts';
import { aPlan } from '../../../testing/shipment-plans.ts';
import { inline, number, workbookOf } from '../../../testing/workbook-file.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** A plan with one kettle, and orders of 10,000 kettles and 10,000 lamps. */
async function start(): Promise<{ who: TestPerson; planId: string }> {
  const who = await t.admin();
  const kettles = await anOrderOf(t, who, {
    units: 10_001,
    sku: 'KETTLE',
    product: { fnsku: 'X00KETTLE1', barcode: '4006381333931' },
  });
  await anOrderOf(t, who, { units: 10_000, sku: 'LAMP' });
  const { packListId } = await packed(t, who, kettles.id, { quantity: 1 });
  return { who, planId: (await aPlan(t, who, [packListId])).id };
}
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

describe('a faulty quote in a packing list', () => {
  it('is an error of its row, and the other rows are read', async () => {
    const { who, planId } = await start();
    const text = 'Item No.,Cartons,Qty/ctn\nKETTLE,1,5\n"KETTLE" x,1,6\nLAMP,1,7\n';
    const list = await checked(t, who, planId, { base64: base64(text) });
    expect(errorsOf(list)).toEqual([
      '3 sku: A quote closes before the end of this cell. Write a quote inside of quotes twice: ""',
    ]);
    expect(list.counts).toMatchObject({ rows: 3, fail: 1 });
  });
});

describe('a packing list as factories send it', () => {
  it('has carton numbers as lists, and inches as text editors write them', async () => {
    const { who, planId } = await start();
    const text =
      'Carton No.\tItem\tUnits per carton\tCarton size\n1,2,5-7\tKETTLE\t12\t24” x 16” x 16”\n' +
      "A-5 to A-6\tLAMP\t4\t10''x8''x8''\n";
    const preview = await checked(t, who, planId, { text });
    expect(errorsOf(preview)).toEqual([]);
    expect(preview.counts).toMatchObject({ rows: 2, cartonRows: 2, cartons: 7, units: 68 });
    await imported(t, who, planId, { text });
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      { count: 5, marks: '1,2,5-7', cartonType: { name: '24 × 16 × 16 in' } },
      { count: 2, marks: 'A-5 to A-6', cartonType: { name: '10 × 8 × 8 in' } },
    ]);
  });

  it.each(['2.5', 'several', '1/2'])('asks for whole units where it says %s', async (units) => {
    const { who, planId } = await start();
    const text = `Carton No.\tItem\tUnits per carton\n1-2\tKETTLE\t${units}\n`;
    expect(errorsOf(await checked(t, who, planId, { text }))).toEqual([
      '2 unitsPerCarton: Enter a whole number from 1 to 999,999,999',
    ]);
  });

  it('is read from a workbook: titles above, headings in two rows, merged cells, sums and a signature below', async () => {
    const { who, planId } = await start();
    const cells = (...texts: (string | number | null)[]) =>
      texts.map((text) => (text === null ? null : typeof text === 'number' ? number(String(text)) : inline(text)));
    const file = workbookOf({
      Invoice: [cells('INVOICE'), cells('Total', 99)],
      'Packing list': [
        cells('NINGBO HAOSHENG CO., LTD'),
        cells('PACKING LIST', null, null, 'No. HS-7'),
        cells('C/NO.', 'Item No.', 'Quantity', null, 'G.W./CTN', 'MEASUREMENT (CM)'),
        cells(null, null, 'CTNS', 'QTY/CTN', '(KGS)', 'L', 'W', 'H'),
        cells('1-10', 'KETTLE', 10, 12, 14.880000000000001, 60, 40, 40.5),
        cells('11-20', 'KETTLE', 10, 8, 13.3333333333, 60, 40, 40.5),
        cells(null, 'LAMP', null, 4),
        cells('TOTAL:', null, 20, 240),
        cells('SAY TOTAL TWENTY (20) CARTONS ONLY'),
        cells('Signed'),
      ],
    });
    const preview = await checked(t, who, planId, { base64: base64(file) });
    expect(preview).toMatchObject({
      ...{ sheet: 'Packing list', headingRow: 4, missing: null },
      counts: { rows: 3, fail: 0, skipped: 3, cartonRows: 2, cartons: 20, units: 240 },
      skipped: [{ row: 8 }, { row: 9 }, { row: 10, text: 'Signed' }],
    });
    expect(preview.columns.map(({ field }) => field)).toEqual([
      ...['cartonNumbers', 'sku', 'cartons', 'unitsPerCarton', 'cartonWeight', 'length', 'width', 'height'],
    ]);
    await imported(t, who, planId, { base64: base64(file) });
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      { count: 10, measuredWeight: '14.88', marks: '1-10', cartonType: { name: '60 × 40 × 40.5 cm' } },
      { count: 10, measuredWeight: '13.3333', unitsPerCarton: 12, contents: [{ units: 8 }, { units: 4 }] },
    ]);
  });

  it('is read from a CSV with semicolons, decimal commas, units in the headings and a title above', async () => {
    const { who, planId } = await start();
    const csv = [
      'Packliste HS-7',
      'Artikelnummer;Anzahl Kartons;Stück pro Karton;Gewicht pro Karton (kg);Kartonmaße (cm);Markierung',
      'KETTLE;10;12;14,88;60,5x40x40;ACME',
      'LAMP;1000;4;3,5;30x30x30,25;',
    ].join('\r\n');
    await imported(t, who, planId, { base64: base64(csv) });
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      { count: 10, measuredWeight: '14.88', marks: 'ACME', cartonType: { length: '60.5' } },
      { count: 1000, measuredWeight: '3.5', marks: null, cartonType: { height: '30.25' } },
    ]);
  });

  it('names products by FNSKU or barcode, and its cells may name their units', async () => {
    const { who, planId } = await start();
    const list = pasted(
      'Barcode|Ctns|Pcs/ctn|Carton weight|Carton size',
      'X00KETTLE1|2 ctns|12 pcs|14.5 kg|24" x 16" x 12"',
      '4006381333931|3|10|500 g|1ft x 1ft x 2ft',
    );
    await imported(t, who, planId, { text: list });
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      { count: 2, measuredWeight: '14.5', weightUnit: 'KG', cartonType: { dimensionUnit: 'IN', length: '24' } },
      { count: 3, measuredWeight: '500', weightUnit: 'GR', cartonType: { dimensionUnit: 'FT', height: '2' } },
    ]);
  });

  it('may give totals: all units, and the weight of all cartons', async () => {
    const { who, planId } = await start();
    const list = pasted('SKU|Carton no.|Total qty|Total gross weight (kg)', 'KETTLE|1-3|36|10', 'LAMP|4|5|2');
    await imported(t, who, planId, { text: list });
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      { count: 3, unitsPerCarton: 12, measuredWeight: '3.3333' },
      { count: 1, unitsPerCarton: 5, measuredWeight: '2' },
    ]);
  });

  it('has its codes in the column where most of them are known, if no heading names them', async () => {
    const { who, planId } = await start();
    const list = pasted('C/NO.|Item|Qty/ctn', '1-10|LAMP|12', '11|KETTEL|4');
    expect(errorsOf(await checked(t, who, planId, { text: list }))).toEqual([
      '3 sku: The account has no product with the code KETTEL',
    ]);
  });

  it('keeps formulas and scripts in marks as text', async () => {
    const { who, planId } = await start();
    const marks = ['=HYPERLINK("http://evil.example";"x")', '<script>alert(1)</script>', '+1+1', "'@SUM(A1)"];
    const list = pasted('SKU|Cartons|Units per carton|Marks', ...marks.map((mark, i) => `KETTLE|${i + 1}|12|${mark}`));
    await imported(t, who, planId, { text: list });
    expect((await cartonsOf(t, who, planId)).map((carton) => carton.marks)).toEqual([...marks.slice(0, 3), '@SUM(A1)']);
  });
});

describe('what only a person can say', () => {
  const WEIGHTS = pasted('SKU|Cartons|Units per carton|Carton weight|Carton size', 'KETTLE|10|12|14.5|60x40x40');

  it('is asked: no unit is assumed, and the choice is remembered for the next list with these headings', async () => {
    const { who, planId } = await start();
    const preview = await checked(t, who, planId, { text: WEIGHTS });
    expect(preview.columns.map(({ unit, question }) => [unit?.isOpen ?? null, question?.slice(0, 33) ?? null])).toEqual(
      [
        ...[
          [null, null],
          [null, null],
          [null, null],
        ],
        [true, 'Column Carton weight has no unit:'],
        [true, 'Column Carton size has no unit: c'],
      ],
    );
    expect(errorsOf(preview)).toEqual([]);
    expect(preview.rows[0]).toMatchObject({ cartonWeight: null, cartonType: null });
    const [status, code, error] = await refusedImport(t, who, planId, { text: WEIGHTS });
    expect([status, code]).toEqual([422, 'bad_input']);
    expect(error).toMatch(/^units\.3: Column Carton weight has no unit/);
    await imported(t, who, planId, { text: WEIGHTS, units: [null, null, null, 'LB', 'IN'] });
    expect(await cartonsOf(t, who, planId)).toMatchObject([
      { measuredWeight: '14.5', weightUnit: 'LB', cartonType: { dimensionUnit: 'IN' } },
    ]);
    const next = await checked(t, who, planId, { text: WEIGHTS.replace('14.5', '15') });
    expect(next.columns.map(({ unit }) => unit?.unit ?? null)).toEqual([null, null, null, 'LB', 'IN']);
  });

  it('is asked: a number that can be read in two ways, but not one of cartons or units', async () => {
    const { who, planId } = await start();
    const list = pasted('SKU|Cartons|Total units|G.W./CTN (g)', 'KETTLE|10|1,080|1,234');
    const preview = await checked(t, who, planId, { text: list });
    expect(preview.rows[0]).toMatchObject({ units: 1080, unitsPerCarton: 108 });
    expect(preview.columns[3]).toMatchObject({ numbers: { reading: 'OPEN', ambiguous: '1,234' } });
    expect((await refusedImport(t, who, planId, { text: list }))[2]).toMatch(/^decimalMarks\.3: .*1,234/);
    await imported(t, who, planId, { text: list, decimalMarks: [null, null, null, '.'] });
    expect(await cartonsOf(t, who, planId)).toMatchObject([{ measuredWeight: '1234' }]);
  });

  it('is asked: whether a gross weight is of one carton or of all', async () => {
    const { who, planId } = await start();
    const list = pasted('SKU|Cartons|Units per carton|G.W. (kg)', 'KETTLE|10|12|145');
    const preview = await checked(t, who, planId, { text: list });
    expect(preview.columns[3]).toMatchObject({
      field: null,
      question: expect.stringMatching(/^Is this the weight of/),
    });
    expect((await refusedImport(t, who, planId, { text: list }))[2]).toMatch(/^columns\.3: Is this the weight of/);
    await imported(t, who, planId, { text: list, columns: ['sku', 'cartons', 'unitsPerCarton', 'totalWeight'] });
    expect(await cartonsOf(t, who, planId)).toMatchObject([{ measuredWeight: '14.5' }]);
    expect(await checked(t, who, planId, { text: list })).toMatchObject({ mapping: 'REMEMBERED' });
  });

  it('is asked: which column is which, where the cells have no headings', async () => {
    const { who, planId } = await start();
    const list = pasted('KETTLE|10|12', 'LAMP|5|4');
    const preview = await checked(t, who, planId, { text: list });
    expect(preview).toMatchObject({ headingRow: null, rows: [], missing: expect.stringMatching(/needs a column/) });
    expect(preview.columns.map(({ field }) => field)).toEqual(['sku', null, null]);
    expect((await refusedImport(t, who, planId, { text: list }))[2]).toMatch(/^columns: /);
    await imported(t, who, planId, { text: list, columns: ['sku', 'cartons', 'unitsPerCarton'] });
    expect(await cartonTexts(t, who, planId)).toEqual(['10 × 12 KETTLE', '5 × 4 LAMP']);
  });
});

describe('cells that are wrong', () => {
  it('are named by row and column, and nothing is packed', async () => {
    const { who, planId } = await start();
    const list = pasted(
      'Carton no.|SKU|Cartons|Units per carton|Total units|Carton weight (kg)|Carton size (cm)|Marks',
      '1-10|KETTEL|10|12|120|||',
      '11-20|KETTLE|9|12|120|||',
      '15-25|KETTLE|11|12||||',
      '26|KETTLE|1|0||||',
      '27|KETTLE|1|1234567890123456789012345678901||||',
      '30-28|KETTLE||12||||',
      '31-40|KETTLE|10|12|121|||',
      '41|KETTLE|1|12||-3||',
      '42|KETTLE|1|12||14.12345|60x40|',
      '43|KETTLE|1|12||14 cm||',
      '44|KETTLE|1|12||14|60x40x99999999|',
      '44|KETTLE|1|12||||',
      '45|LAMP|1|12|||60x0x40|' + 'x'.repeat(501),
      '46||1|12||||',
      '47|KETTLE|1|1.5||||',
      '48-12000|KETTLE||1||||',
      'X1-X9000|KETTLE||999999999||||',
    );
    expect(errorsOf(await checked(t, who, planId, { text: list }))).toEqual(
      [
        '2 sku: The account has no product with the code KETTEL',
        '3 cartons: These numbers are of 10 cartons, not of 9',
        '4 cartonNumbers: Some of these cartons are in row 3 already',
        '5 unitsPerCarton: Enter a whole number from 1 to 999,999,999',
        '6 unitsPerCarton: Enter a whole number from 1 to 999,999,999',
        '7 cartonNumbers: The last carton comes before the first',
        '8 units: 10 × 12 is 120, not 121',
        '9 cartonWeight: Enter a number above 0 with at most 4 decimals',
        '10 cartonWeight: Enter a number above 0 with at most 4 decimals',
        '10 sides: Write the three sides of a carton, such as 60 x 40 x 30',
        '11 cartonWeight: Use one of g, kg, oz, lb',
        '12 sides: Enter a number above 0 with at most 4 decimals',
        '13 sku: The same as row 12',
        '14 sides: Enter a number above 0 with at most 4 decimals',
        '14 marks: At most 500 characters',
        '15 sku: Enter the SKU or another code of the product',
        '16 unitsPerCarton: Enter a whole number from 1 to 999,999,999',
        '17 cartonNumbers: Between 1 and 10000 cartons',
        '18 unitsPerCarton: At most 999,999,999 units in all cartons of a row',
      ].map((text) => expect.stringContaining(text)),
    );
    const [status, code, ...errors] = await refusedImport(t, who, planId, { text: list });
    expect([status, code]).toEqual([422, 'imports.has_errors']);
    expect(errors[0]).toBe('rows.2.sku: KETTEL: The account has no product with the code KETTEL');
    expect(await cartonTexts(t, who, planId)).toEqual([]);
  });

  it('say how units would divide over cartons', async () => {
    const { who, planId } = await start();
    const list = pasted('SKU|Cartons|Units per carton|Total units', 'KETTLE||12|1000', 'LAMP|7||100');
    expect(errorsOf(await checked(t, who, planId, { text: list }))).toEqual([
      '2 units: 1,000 units in cartons of 12 make 83 cartons and one of 4',
      '3 units: 100 units in cartons of 15 make 6 cartons and one of 10',
    ]);
  });

  it('are rows that were copied twice', async () => {
    const { who, planId } = await start();
    const list = pasted('SKU|Cartons|Units per carton', 'KETTLE|10|12', 'LAMP|1|4', 'KETTLE|10|12');
    expect(errorsOf(await checked(t, who, planId, { text: list }))).toEqual([
      '4 -: The same as row 2. If both are meant, number the cartons',
    ]);
  });

  it('are codes of several products', async () => {
    const { who, planId } = await start();
    for (const sku of ['ONE', 'TWO']) await anOrderOf(t, who, { units: 10, sku, product: { fnsku: 'X00SAME' } });
    const list = pasted('FNSKU|Cartons|Units per carton', 'X00SAME|10|12');
    expect(errorsOf(await checked(t, who, planId, { text: list }))[0]).toMatch(/^2 sku: X00SAME can be ONE .*TWO/);
  });

  it('are no table, too large a table, or text and a file', async () => {
    const { who, planId } = await start();
    const rows = Array.from({ length: 5001 }, (_, i) => `KETTLE,${i + 1},1`);
    const many = `SKU,Carton no.,Units per carton\n${rows.join('\n')}`;
    expect(await refusedImport(t, who, planId, { text: many })).toEqual([
      ...[422, 'imports.unreadable', 'text: The table has 5,001 rows, at most 5,000 are read at once. Split it.'],
    ]);
    expect((await refusedImport(t, who, planId, {})).slice(0, 2)).toEqual([422, 'bad_input']);
    expect((await refusedImport(t, who, planId, { text: 'x', base64: 'eA==' }))[2]).toMatch(/^base64/);
    expect(
      (await refusedImport(t, who, planId, { base64: base64(Buffer.from('%PDF-1.7 x\0\x01')) })).slice(0, 2),
    ).toEqual([422, 'imports.unreadable']);
    expect((await refusedImport(t, who, planId, { text: 'SKU,Cartons,Units per carton\n' }))[1]).toBe(
      'imports.unreadable',
    );
  });
});

it('5,000 rows are packed in one request', async () => {
  const { who, planId } = await start();
  const list = (rows: number) =>
    pasted('Carton no.|SKU|Units per carton', ...Array.from({ length: rows }, (_, i) => `${i + 1}|KETTLE|2`));
  const { counts } = await imported(t, who, planId, { text: list(5000) });
  expect(counts).toMatchObject({ rows: 5000, fail: 0, cartonRows: 5000, units: 10_000 });
  expect((await checked(t, who, planId, { text: list(5000) })).counts).toMatchObject({ same: 5000, cartonRows: 0 });
}, 60_000);
