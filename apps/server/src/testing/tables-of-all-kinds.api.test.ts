import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { type FileKind, readFile, readPasted } from './read-tables.ts';

// What a person may send is the same for every kind of table, so each rule is tested with all of them.

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-25T10:00:00.000Z');
  maya = await t.admin('GBP');
});

const ORDER_HEAD = 'amazon-order-id,purchase-date,sales-channel,sku,item-status,quantity';
const BOUGHT = '2026-11-02T10:00:00+00:00';
/** For each kind: headings, two rows, and a row in which the quote in the second cell is faulty. */
const QUOTED: Readonly<Record<FileKind, readonly [string, string, string, string]>> = {
  products: ['sku,name,brand', 'A,Pan,x', 'B,Pot,y', 'C,"Webcam, 1/2" Sensor",z'],
  suppliers: ['company name,local name,notes', 'Haosheng,a,x', 'Mingda,b,y', 'Third,"5" works",z'],
  orders: [ORDER_HEAD, `1,${BOUGHT},Amazon.de,A,Shipped,1`, `2,${BOUGHT},Amazon.de,A,Shipped,2`, `3,"x" y",z`],
  counts: ['sku,note,quantity', 'A,x,5', 'A,y,6', 'A,"Webcam, 1/2" Sensor",7'],
  opening: ['sku,place,quantity,unit cost,day', 'A,,5,1.00,2026-11-01', 'A,,5,1.00,2026-11-01', 'A,"x" y",5,1,2'],
  freight: [
    'name,notes,mode,currency,unit,price',
    'One,,AIR,USD,KG,2.5',
    'Two,,SEA,USD,CBM,90',
    'Three,"x" y",AIR,U,K,2',
  ],
  duty: ['hs code,notes,country,duty %', '7323.93,,GB,2', '7323.94,,DE,3', '7323.95,"x" y",GB,4'],
  rates: ['day,from,to,rate', '2026-11-02,EUR,GBP,0.87', '2026-11-03,EUR,GBP,0.88', '2026-11-04,"EUR" x,GBP,0.89'],
};

describe('a faulty quote in a file', () => {
  it.each(Object.keys(QUOTED) as FileKind[])('of %s is an error of its row, and the others are read', async (kind) => {
    const [head, one, two, faulty] = QUOTED[kind];
    const sound = await readFile(t, maya, kind, `${head}\n${one}\n${two}\n`);
    const column = head.split(',')[1] ?? '';
    const { rows, errors } = await readFile(t, maya, kind, `${head}\n${one}\n${faulty}\n${two}\n`);
    expect(rows).toBe(sound.rows + 1);
    expect(errors).toContain(
      `3 ${column}: A quote closes before the end of this cell. Write a quote inside of quotes twice: ""`,
    );
    expect(errors.filter((error) => error.startsWith('3 '))).toHaveLength(1);
    // The rows around it have the errors that they have without it, and no others.
    expect(errors).toHaveLength(sound.errors.length + 1);
  });

  it.each([
    ['lines', 'Description,Amount\nKettle,5.00\n"Lid" x,6.00\nPot,7.00'],
    ['items', 'Description,Qty,Amount\nKettle,1,5.00\n"Lid" x,1,6.00\nPot,1,7.00'],
    ['accounts', 'Name,Code\nKettle,5\n"Lid" x,6\nPot,7'],
  ] as const)('of pasted %s is an error of its row, and the others are read', async (kind, text) => {
    const { rows, errors } = await readPasted(t, maya, kind, text);
    expect(rows).toBe(3);
    expect(errors).toEqual([expect.stringMatching(/^3 (-|name): A quote closes before the end of this cell/)]);
  });
});
