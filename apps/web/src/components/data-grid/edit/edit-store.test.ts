import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../../lib/errors/api-error.ts';
import type { CellEdit, GridEditing, RowPatch } from './cell-edit.ts';
import type { EditNews } from './edit-state.ts';
import { createEditStore } from './edit-store.ts';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly brand: string;
  readonly weight: string;
}
const column = (name: 'brand' | 'weight'): CellEdit<Row> => ({
  kind: 'text',
  text: (row) => row[name],
  parse: (text) => ({ ok: true, text, patch: { [name]: text } }),
});
const EDITS: Readonly<Record<string, CellEdit<Row>>> = { brand: column('brand'), weight: column('weight') };

/** The rows of a fake server with row versions. Each call stores either all of its rows or none. */
let stored: Map<string, Row>;
let shown: Map<string, Row>;
let news: EditNews[];
let calls: RowPatch[][];
let refuse: (patch: RowPatch) => string | undefined;

beforeEach(() => {
  stored = new Map(['r1', 'r2', 'r3'].map((id) => [id, { id, version: 1, brand: '', weight: '' }]));
  shown = new Map(stored);
  news = [];
  calls = [];
  refuse = () => undefined;
});
const elsewhere = (id: string, change: Partial<Row>) => {
  const row = stored.get(id);
  if (row) stored.set(id, { ...row, ...change, version: row.version + 1 });
};
const EDITING: GridEditing<Row> = {
  permission: { allowed: true, reason: undefined },
  versionOf: ({ version }) => version,
  nameOf: ({ id }) => id.toUpperCase(),
  maxRows: 2,
  read: (ids) => Promise.resolve(ids.flatMap((id) => stored.get(id) ?? [])),
  save: (rows) => {
    calls.push([...rows]);
    const stale = rows.flatMap(({ id, version }, index) =>
      stored.get(id)?.version === version ? [] : { field: `rows.${index}.version`, message: 'stale' },
    );
    if (stale.length > 0)
      return Promise.reject(new ApiError({ status: 409, code: 'conflict_version', message: 'stale', errors: stale }));
    const wrong = rows.flatMap((patch, index) => {
      const message = refuse(patch);
      return message === undefined ? [] : { field: `rows.${index}.${Object.keys(patch.patch)[0]}`, message };
    });
    if (wrong.length > 0)
      return Promise.reject(new ApiError({ status: 422, code: 'bad_input', message: 'wrong', errors: wrong }));
    for (const { id, patch } of rows) elsewhere(id, patch);
    return Promise.resolve(rows.flatMap(({ id }) => stored.get(id) ?? []));
  },
};
const open = () =>
  createEditStore<Row>(() => ({
    editing: EDITING,
    editOf: (id) => EDITS[id],
    rowOf: (id) => shown.get(id),
    getRowId: ({ id }) => id,
    onSaved: (rows) => {
      for (const row of rows) shown.set(row.id, row);
    },
    notify: (item) => news.push(item),
    failureText: (error) => (error instanceof Error ? error.message : 'failed'),
    goneText: 'gone',
  }));
const change = (rowId: string, columnId: 'brand' | 'weight', after: string, before = '') => ({
  rowId,
  columnId,
  before,
  after,
  patch: { [columnId]: after },
});

it("a second edit of a row uses the version in the first one's answer", async () => {
  const store = open();
  void store.commit([change('r1', 'brand', 'North')]);
  await store.commit([change('r1', 'weight', '5')]);
  expect(stored.get('r1')).toMatchObject({ brand: 'North', weight: '5', version: 3 });
  expect(store.get().drafts.size).toBe(0);
  expect(calls).toHaveLength(2);
});

it('a cell edited again before it was saved ends with the last text, and undo steps back through both', async () => {
  const store = open();
  void store.commit([change('r1', 'brand', 'A')]);
  await store.commit([change('r1', 'brand', 'B', 'A')]);
  expect(stored.get('r1')?.brand).toBe('B');
  await store.undo();
  expect(stored.get('r1')?.brand).toBe('A');
  await store.undo();
  expect(stored.get('r1')?.brand).toBe('');
  await store.redo();
  await store.redo();
  expect(stored.get('r1')?.brand).toBe('B');
  await store.redo();
  expect(news.at(-1)).toEqual({ kind: 'nothing', how: 'redo' });
});

it("an edit is saved beside somebody else's change of another cell of the row", async () => {
  const store = open();
  elsewhere('r1', { weight: '7' });
  await store.commit([change('r1', 'brand', 'North')]);
  expect(stored.get('r1')).toMatchObject({ brand: 'North', weight: '7' });
  expect(store.get().conflicts).toEqual([]);
});

it('a change of the same cell by somebody else is a conflict until it is resolved', async () => {
  const store = open();
  elsewhere('r1', { brand: 'Theirs' });
  await store.commit([change('r1', 'brand', 'Mine'), change('r2', 'brand', 'Fine')]);
  expect(stored.get('r1')?.brand).toBe('Theirs');
  expect(stored.get('r2')?.brand).toBe('Fine');
  const { conflicts } = store.get();
  expect(conflicts).toEqual([{ rowId: 'r1', columnId: 'brand', mine: 'Mine', theirs: 'Theirs', rowName: 'R1' }]);
  await store.resolve(conflicts);
  expect(stored.get('r1')?.brand).toBe('Mine');
  expect(store.get().conflicts).toEqual([]);
});

it('undo skips and names cells that somebody else changed since, and restores the rest', async () => {
  const store = open();
  await store.commit([change('r1', 'brand', 'North'), change('r2', 'brand', 'North')]);
  elsewhere('r1', { brand: 'Theirs' });
  await store.undo();
  expect(stored.get('r1')?.brand).toBe('Theirs');
  expect(stored.get('r2')?.brand).toBe('');
  expect(news).toContainEqual({
    kind: 'kept',
    how: 'undo',
    kept: [{ rowId: 'r1', columnId: 'brand', rowName: 'R1', reason: 'CHANGED' }],
  });
  await store.redo();
  expect(stored.get('r1')?.brand).toBe('Theirs');
  expect(stored.get('r2')?.brand).toBe('North');
});

it('undo loads a row that is no longer shown, and names a row that was deleted', async () => {
  const store = open();
  await store.commit([change('r1', 'brand', 'North')]);
  shown.clear();
  await store.undo();
  expect(stored.get('r1')?.brand).toBe('');
  stored.delete('r3');
  const other = open();
  await other.commit([change('r3', 'brand', 'North')]);
  expect(other.get().drafts.get('r3\nbrand')).toEqual({ text: 'North', state: 'refused', message: 'gone' });
});

it('a refused value keeps its text and message; the other cells of the paste are saved', async () => {
  refuse = ({ patch }) => (patch['brand'] === 'bad' ? 'Not this' : undefined);
  const store = open();
  await store.commit([change('r1', 'brand', 'bad'), change('r2', 'brand', 'good'), change('r3', 'brand', 'good')]);
  expect(stored.get('r1')?.brand).toBe('');
  expect(stored.get('r2')?.brand).toBe('good');
  expect(store.get().drafts.get('r1\nbrand')).toEqual({ text: 'bad', state: 'refused', message: 'Not this' });
  expect(store.get().log.done).toHaveLength(1);
  // Edit the cell again after the refusal.
  await store.commit([change('r1', 'brand', 'good', 'bad')]);
  expect(stored.get('r1')?.brand).toBe('good');
  expect(store.get().drafts.size).toBe(0);
  expect(store.get().conflicts).toEqual([]);
});

it('many rows are sent in several calls of whole rows', async () => {
  const store = open();
  await store.commit(['r1', 'r2', 'r3'].flatMap((id) => [change(id, 'brand', 'x'), change(id, 'weight', '1')]));
  expect(calls.map((call) => call.map(({ id }) => id))).toEqual([['r1', 'r2'], ['r3']]);
  expect(store.get().log.done).toHaveLength(1);
  await store.undo();
  expect([...stored.values()].every(({ brand, weight }) => brand === '' && weight === '')).toBe(true);
});
