import type { DecimalMark, NumberReading } from '@quayside/domain/money/number-text';
import { expect, it, vi } from 'vitest';
import type { CellEdit } from './cell-edit.ts';
import { planFill, planPaste, type PlanSource, planSame } from './edit-plan.ts';

interface Row {
  readonly id: string;
  readonly brand: string;
  readonly weight: string;
}
const ROWS: readonly Row[] = [
  { id: 'r1', brand: 'North', weight: '10' },
  { id: 'r2', brand: '', weight: '' },
  { id: 'r3', brand: 'South', weight: '30' },
];
const brand: CellEdit<Row> = {
  kind: 'text',
  text: (row) => row.brand,
  parse: (text) => ({ ok: true, text: text.trim(), patch: { brand: text.trim() || null } }),
};
const weight: CellEdit<Row> = {
  kind: 'number',
  text: (row) => row.weight,
  parse: (text) =>
    /^\d*$/.test(text.trim())
      ? { ok: true, text: text.trim(), patch: { weight: text.trim() || null } }
      : { ok: false, message: 'no number' },
};
const SHOWN = { rowIds: ['r1', 'r2', 'r3'], columnIds: ['sku', 'brand', 'weight'] };
const SOURCE: PlanSource<Row> = {
  rowOf: (id) => ROWS.find((row) => row.id === id),
  editOf: (id) => ({ brand, weight })[id],
  fixedWords: 'fixed',
};
const area = (rowIds: string[], columnIds: string[]) => ({ rowIds, columnIds });

it('a pasted block starts at its corner; unchanged, read-only and surplus cells are counted', () => {
  const plan = planPaste(
    [
      ['East', 'x'],
      ['South', '30'],
      ['West', '40'],
    ],
    area(['r2'], ['brand']),
    SHOWN,
    SOURCE,
  );
  expect(plan.changes).toEqual([
    { rowId: 'r2', columnId: 'brand', before: '', after: 'East', patch: { brand: 'East' } },
  ]);
  expect(plan.refused).toEqual([{ rowId: 'r2', columnId: 'weight', text: 'x', message: 'no number' }]);
  expect(plan).toMatchObject({ same: 2, rowsBeyond: 1, columnsBeyond: 0 });
  expect(planPaste([['a', 'b', 'c', 'd']], area(['r1'], ['sku']), SHOWN, SOURCE)).toMatchObject({
    columnsBeyond: 1,
    refused: [{ columnId: 'sku', message: 'fixed' }, { columnId: 'weight' }],
  });
});

it('one pasted cell fills the area; a smaller block repeats where it fits exactly', () => {
  expect(
    planPaste([['9']], area(['r1', 'r2', 'r3'], ['weight']), SHOWN, SOURCE).changes.map(({ rowId, after }) => [
      rowId,
      after,
    ]),
  ).toEqual([
    ['r1', '9'],
    ['r2', '9'],
    ['r3', '9'],
  ]);
  // Three rows are not a multiple of two, so a block of two rows is pasted once and not repeated.
  expect(planPaste([['8'], ['9']], area(['r1', 'r2', 'r3'], ['weight']), SHOWN, SOURCE).changes).toHaveLength(2);
});

it('fill-down copies the first row, or the row above for a single row; read-only columns stay', () => {
  expect(
    planFill(area(['r1', 'r2', 'r3'], ['sku', 'brand']), SHOWN, SOURCE).changes.map(({ rowId, after }) => [
      rowId,
      after,
    ]),
  ).toEqual([
    ['r2', 'North'],
    ['r3', 'North'],
  ]);
  expect(planFill(area(['r2'], ['weight']), SHOWN, SOURCE).changes).toMatchObject([{ rowId: 'r2', after: '10' }]);
  expect(planFill(area(['r1'], ['weight']), SHOWN, SOURCE).changes).toEqual([]);
});

it('clearing sets an empty text where that is allowed', () => {
  expect(planSame('', area(['r1', 'r2'], ['sku', 'brand', 'weight']), SOURCE)).toMatchObject({
    changes: [{ before: 'North' }, { before: '10' }],
    same: 2,
    refused: [],
  });
});

it('the numbers of each pasted column are read as its cells show, or as the person chose', () => {
  const reading = vi.fn((text: string, how?: NumberReading) => ({
    ok: true as const,
    text: `${text} ${how}`,
    patch: {},
  }));
  const source = { ...SOURCE, editOf: (id: string) => (id === 'weight' ? { ...weight, parse: reading } : brand) };
  const paste = (cells: string[], marks?: ReadonlyMap<string, DecimalMark>) =>
    planPaste(
      cells.map((text) => ['x', text]),
      area(['r1'], ['brand']),
      SHOWN,
      source,
      marks,
    );
  expect(paste(['2.000', '1,5']).numbers).toEqual([{ columnId: 'weight', reading: 'COMMA', ambiguous: '2.000' }]);
  expect(paste(['2.000', '1.500']).numbers).toEqual([{ columnId: 'weight', reading: 'OPEN', ambiguous: '2.000' }]);
  expect(paste(['2', '1']).numbers).toEqual([]);
  const chosen = paste(['2.000', '1.500'], new Map([['weight', ',']]));
  expect(chosen.numbers).toMatchObject([{ reading: 'COMMA' }]);
  expect(chosen.changes.map(({ after }) => after)).toContain('2.000 COMMA');
});
