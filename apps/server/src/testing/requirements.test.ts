import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

interface Row {
  readonly id: string;
  readonly statement: string;
  readonly source: string;
  readonly state: string;
  readonly test: string;
}

/** Parses the rows of docs/requirements.md. A row has five cells; a cell must not contain a bar. */
function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    if (!/^\|\s*R-/.test(line)) return [];
    const cells = line.split('|').map((cell) => cell.trim());
    const [, id = '', statement = '', source = '', state = '', test = ''] = cells;
    return [
      cells.length === 7
        ? { id, statement, source, state, test }
        : { id, statement: '', source: '', state: `not five cells: ${line}`, test: '' },
    ];
  });
}

/** The faults of a row; empty if it is correct. */
function faultsOf(row: Row, exists: (path: string) => boolean): string[] {
  const files = [...row.test.matchAll(/`([^`]+)`/g)].map((found) => found[1] ?? '');
  const isShown = row.state === 'met' || row.state.startsWith('part: ');
  return [
    ...(/^R-[A-Z]+-\d\d$/.test(row.id) ? [] : ['its id has another form']),
    ...(row.statement !== '' && row.source !== '' ? [] : ['it says nothing, or not where from']),
    ...(/^(met|open|part: \S.*|open: \S.*|decided otherwise \(\S.*\))$/.test(row.state)
      ? []
      : [`its state is "${row.state}"`]),
    ...(isShown && files.length === 0 ? ['it names no test'] : []),
    ...(row.state.startsWith('open') && row.test !== '' ? ['it names a test and is open'] : []),
    ...files
      .filter((file) => !/\.(test|spec)\.tsx?$/.test(file) || !exists(file))
      .map((file) => `${file} is no test that exists`),
  ];
}

describe('docs/requirements.md', () => {
  const rows = readRows(readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8'));

  it('has 496 rows, each id once', () => {
    expect(rows).toHaveLength(496);
    expect(new Set(rows.map((row) => row.id)).size).toBe(496);
  });

  it('has only known states, and an existing test for every requirement that is met', () => {
    const wrong = rows.flatMap((row) =>
      faultsOf(row, (path) => existsSync(join(ROOT, path))).map((fault) => `${row.id}: ${fault}`),
    );
    expect(wrong).toEqual([]);
  });

  it('states the right count of each state', () => {
    const text = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
    const told = [...text.matchAll(/^\| (met|part|open|decided otherwise) \|.*\| (\d+) \|$/gm)].map(
      ([, state, count]) => `${state} ${count}`,
    );
    const counted = ['met', 'part', 'open', 'decided otherwise'].map(
      (state) => `${state} ${rows.filter((row) => row.state.split(/[:(]/)[0]?.trim() === state).length}`,
    );
    expect(told).toEqual(counted);
  });
});

describe('the check of docs/requirements.md', () => {
  const row: Row = {
    id: 'R-AUTH-01',
    statement: 'It works',
    source: 'shell §1',
    state: 'met',
    test: '`a.test.ts`: it works',
  };
  it.each<[string, Partial<Row>, number]>([
    ['nothing', {}, 0],
    ['nothing in an open row', { state: 'open', test: '' }, 0],
    ['nothing in a part', { state: 'part: one of two' }, 0],
    ['another id', { id: 'AUTH-1' }, 1],
    ['no source', { source: '' }, 1],
    ['a state of its own', { state: 'nearly' }, 1],
    ['a part without its rest', { state: 'part' }, 1],
    ['met without a test', { test: '' }, 1],
    ['a test that is gone', { test: '`b.test.ts`' }, 1],
    ['a file that is no test', { test: '`a.ts`' }, 1],
    ['an open row with a test', { state: 'open' }, 1],
  ])('finds %s', (_, change, faults) => {
    expect(faultsOf({ ...row, ...change }, (path) => path === 'a.test.ts')).toHaveLength(faults);
  });
});
