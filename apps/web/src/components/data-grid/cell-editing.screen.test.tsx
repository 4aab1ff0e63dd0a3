import { listSuppliers, type Supplier } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../../lib/errors/api-error.ts';
import type { GridEditing, RowPatch } from './edit/cell-edit.ts';
import { aRow, showTable, someRows } from './testing/supplier-table.tsx';

const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true });
const editor = (row: number) => page.getByRole('textbox', { name: `City of Company ${row}` });
const ID = [aRow(0).id, aRow(1).id, aRow(2).id, aRow(3).id];

/**
 * A fake server that stores the rows of the table and returns cities in capitals, so that stored and typed text differ.
 */
function storeOf(rows: readonly Supplier[], refuse?: (patches: readonly RowPatch[], call: number) => void) {
  const stored = new Map(rows.map((row) => [row.id, row]));
  const sent: (readonly RowPatch[])[] = [];
  const editing: GridEditing<Supplier> = {
    permission: { allowed: true, reason: undefined },
    versionOf: ({ version }) => version,
    nameOf: ({ companyName }) => companyName,
    maxRows: 100,
    read: async (ids) => ids.flatMap((id) => stored.get(id) ?? []),
    save: async (patches) => {
      sent.push(patches);
      refuse?.(patches, sent.length);
      return patches.map(({ id, patch }) => {
        const row = { ...(stored.get(id) ?? aRow(0)), ...(patch as Partial<Supplier>) };
        const next = { ...row, city: (row.city ?? '').toUpperCase(), version: row.version + 1 };
        stored.set(id, next);
        return next;
      });
    },
  };
  return { editing, sent, stored };
}

async function open(editing: GridEditing<Supplier>, rows = someRows(3)) {
  const { api, show } = showTable(rows, { editing });
  show();
  await expect.element(cell('City 1')).toBeVisible();
  return api;
}
async function type(row: number, text: string) {
  await cell(`City ${row}`).dblClick();
  await editor(row).fill(text);
  await userEvent.keyboard('{Enter}');
}

describe('an edited cell', () => {
  it('is sent with the version of its row, and shows the stored value without a refetch of the list', async () => {
    const { editing, sent } = storeOf(someRows(3));
    const api = await open(editing);
    await type(1, 'Ningbo');
    await expect.element(cell('NINGBO')).toBeVisible();
    expect(sent).toEqual([[{ id: ID[1], version: 1, patch: { city: 'Ningbo' } }]]);
    expect(api.asked(listSuppliers)).toHaveLength(1);
    await expect.element(cell('City 2')).toBeVisible();
  });
  it('goes back to its stored text with Ctrl Z while it is typed', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await cell('City 1').dblClick();
    await userEvent.keyboard('Ning');
    await expect.element(editor(1)).toHaveValue('Ning');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(editor(1)).toHaveValue('City 1');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('City 1')).toBeVisible();
    expect(sent).toEqual([]);
  });
  it('is sent with the version that the previous save of its row returned', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await type(1, 'Ningbo');
    await expect.element(cell('NINGBO')).toBeVisible();
    await cell('NINGBO').dblClick();
    await editor(1).fill('Yiwu');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('YIWU')).toBeVisible();
    expect(sent.map(([patch]) => patch?.version)).toEqual([1, 2]);
  });
  it('starts with the typed letter', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await cell('City 1').click();
    await userEvent.keyboard('Yiwu{Enter}');
    await expect.element(cell('YIWU')).toBeVisible();
    expect(sent).toEqual([[{ id: ID[1], version: 1, patch: { city: 'Yiwu' } }]]);
  });
  it('keeps its value on Escape', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await cell('City 1').dblClick();
    await editor(1).fill('Ningbo');
    await userEvent.keyboard('{Escape}');
    await expect.element(cell('City 1')).toBeVisible();
    expect(sent).toEqual([]);
  });
  it('is not sent when its text equals the stored one', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await type(1, 'City 1');
    await expect.element(editor(1)).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  });
  it('is undone with Ctrl Z, and redone with Ctrl Y', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await type(1, 'Ningbo');
    await expect.element(cell('NINGBO')).toBeVisible();
    await cell('NINGBO').click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(cell('CITY 1')).toBeVisible();
    await userEvent.keyboard('{Control>}y{/Control}');
    await expect.element(cell('NINGBO')).toBeVisible();
    expect(sent.map(([one]) => [one?.version, one?.patch['city']])).toEqual([
      [1, 'Ningbo'],
      [2, 'City 1'],
      [3, 'NINGBO'],
    ]);
  });
});

describe('a refused edit', () => {
  it('of invalid text is not sent, keeps the text, and is discarded with Escape', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await type(1, 'A city of many letters');
    const refused = page.getByRole('gridcell').filter({ hasText: 'A city of many letters' });
    await expect.element(refused).toBeVisible();
    expect(sent).toEqual([]);
    await refused.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(cell('City 1')).toBeVisible();
  });
  it('keeps its text, and the other cell of the same command is stored', async () => {
    const { editing, sent, stored } = storeOf(someRows(3), (patches) => {
      const index = patches.findIndex(({ id }) => id === ID[2]);
      if (index >= 0)
        throw new ApiError({
          status: 422,
          code: 'bad_input',
          message: 'Something went wrong',
          errors: [{ field: `rows.${index}.city`, message: 'No such city' }],
        });
    });
    await open(editing);
    await cell('City 1').click();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
    await expect.poll(() => stored.get(ID[1] ?? '')?.city).toBe('');
    expect(sent.map((patches) => patches.map(({ id }) => id))).toEqual([[ID[1], ID[2]], [ID[1]]]);
    expect(stored.get(ID[2] ?? '')?.city).toBe('City 2');
  });
  it('because of a conflict shows both values, and overwrites the stored one only on request', async () => {
    const theirs = aRow(1, { city: 'Yiwu', version: 5 });
    const { editing, sent, stored } = storeOf(someRows(3), ([one]) => {
      if (one?.version === 1) {
        stored.set(theirs.id, theirs);
        throw new ApiError({ status: 409, code: 'conflict_version', message: 'Stale', current: theirs });
      }
    });
    await open(editing);
    await type(1, 'Ningbo');
    const dialog = page.getByRole('dialog', { name: 'Somebody changed this cell while you were editing' });
    await expect.element(dialog.getByRole('row', { name: 'Company 1 City Ningbo Yiwu' })).toBeVisible();
    expect(stored.get(theirs.id)?.city).toBe('Yiwu');
    await dialog.getByRole('button', { name: 'Use my values' }).click();
    await expect.poll(() => stored.get(theirs.id)?.city).toBe('NINGBO');
    expect(sent.at(-1)).toEqual([{ id: ID[1], version: 5, patch: { city: 'Ningbo' } }]);
  });
  it('of a viewer does not even start, and the reason is shown', async () => {
    const { editing } = storeOf(someRows(3));
    await open({ ...editing, permission: { allowed: false, reason: 'You may only read this.' } });
    await cell('City 1').dblClick();
    await expect.element(page.getByText('You may only read this.')).toBeVisible();
    expect(editor(1).query()).toBeNull();
  });
});

describe('several cells', () => {
  it('are cleared together, in one call', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await cell('City 1').click();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
    await expect.element(cell('City 2')).not.toBeInTheDocument();
    expect(sent).toEqual([
      [
        { id: ID[1], version: 1, patch: { city: '' } },
        { id: ID[2], version: 1, patch: { city: '' } },
      ],
    ]);
    await expect.element(cell('City 3')).toBeVisible();
  });
  it('are filled down from the first one with Ctrl D', async () => {
    const { editing, sent } = storeOf(someRows(3));
    await open(editing);
    await cell('City 1').click();
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.map(({ id, patch }) => [id, patch['city']])).toEqual([
      [ID[2], 'City 1'],
      [ID[3], 'City 1'],
    ]);
  });
});
