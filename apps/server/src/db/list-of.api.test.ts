import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { anyOf } from './any-of.ts';
import { rowsOf } from './rows-of.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
});
afterAll(() => t.close());

const [A, B] = ['01910000-0000-7000-8000-00000000000a', '01910000-0000-7000-8000-00000000000b'];
interface Row {
  readonly id: string;
  readonly units: bigint | null;
  readonly day: string | null;
  readonly open: boolean | null;
  readonly name: string | null;
}

it('rows of values arrive as they are, also texts with quotes, commas and braces, and null', async () => {
  const rows: Row[] = [
    { id: A, units: -9_007_199_254_740_993n, day: '2026-11-20', open: true, name: 'a "b", {c} \\d' },
    { id: B, units: null, day: null, open: null, name: null },
    { id: A, units: 0n, day: '0001-01-01', open: false, name: 'null' },
  ];
  const listed = rowsOf('n', rows, {
    id: ['uuid', (row) => row.id],
    units: ['bigint', (row) => row.units],
    day: ['date', (row) => row.day],
    open: ['boolean', (row) => row.open],
    name: ['text', (row) => row.name],
  });
  const read = await t.work(maya, (w) => sql<Row>`select * from ${listed}`.execute(w.tx));
  expect(read.rows).toEqual(rows);
});

it.each([[[A]], [[A, B]], [[A, A, B]], [[]]])('an id is one of %j', async (ids) => {
  const found = await t.work(maya, (w) =>
    sql<{ id: string }>`select id from unnest(array[${A}, ${B}]::uuid[]) as x(id) where id = ${anyOf(ids)}`.execute(
      w.tx,
    ),
  );
  expect(found.rows.map(({ id }) => id)).toEqual([A, B].filter((id) => ids.includes(id)));
});
