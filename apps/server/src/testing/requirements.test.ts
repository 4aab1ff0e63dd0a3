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

/** Parses the rows of docs/requirements.md. A row has five cells, and no cell may contain a `|`. */
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

/** Parses the tests that a row names, each as "`file`: title", separated by semicolons. */
const testsOf = ({ test }: Row): { file: string; title: string }[] =>
  test === ''
    ? []
    : test.split(/; (?=`)/).map((named) => {
        const [, file = named, title = ''] = /^`([^`]+)`(?:: (.+))?$/.exec(named) ?? [];
        return { file, title };
      });

/** Checks one named test. The title must be a whole string in the source: a part of one could be there by chance. */
function faultsOfTest(file: string, title: string, sourceOf: (path: string) => string | undefined): string[] {
  const source = sourceOf(file);
  if (!/\.(test|spec)\.tsx?$/.test(file) || source === undefined) return [`${file} is no test that exists`];
  if (title === '') return [`it names no title in ${file}`];
  return ["'", '"', '`'].some((quote) => source.includes(quote + title + quote)) ? [] : [`${file} has no "${title}"`];
}

/** Finds what is wrong with a row; empty if the row is correct. */
function faultsOf(row: Row, sourceOf: (path: string) => string | undefined): string[] {
  const tests = testsOf(row);
  const isShown = row.state === 'met' || row.state.startsWith('part: ');
  return [
    ...(/^R-[A-Z]+-\d\d$/.test(row.id) ? [] : ['its id has another form']),
    ...(row.statement !== '' && row.source !== '' ? [] : ['it says nothing, or not where from']),
    ...(/^(met|open|part: \S.*|open: \S.*|decided otherwise \(\S.*\))$/.test(row.state)
      ? []
      : [`its state is "${row.state}"`]),
    ...(isShown && tests.length === 0 ? ['it names no test'] : []),
    ...(row.state.startsWith('open') && row.test !== '' ? ['it names a test and is open'] : []),
    ...tests.flatMap(({ file, title }) => faultsOfTest(file, title, sourceOf)),
  ];
}

describe('docs/requirements.md', () => {
  const rows = readRows(readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8'));

  it('has the 496 rows of the documents, and each id once', () => {
    expect(rows.filter((row) => row.source !== 'found in use')).toHaveLength(496);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  it('has only known states, and names tests that exist for every requirement that is met', () => {
    const sourceOf = (path: string) =>
      existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined;
    const wrong = rows.flatMap((row) => faultsOf(row, sourceOf).map((fault) => `${row.id}: ${fault}`));
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
    ['nothing with two tests', { test: '`a.test.ts`: it works; `a.test.ts`: it ends; at last' }, 0],
    ['a file that is gone', { test: '`b.test.ts`: it works' }, 1],
    ['a file that is no test', { test: '`a.ts`: it works' }, 1],
    ['a file without a title', { test: '`a.test.ts`' }, 1],
    ['a title that is gone', { test: '`a.test.ts`: it worked' }, 1],
    ['two files without a semicolon', { test: '`a.test.ts`: it works, `a.test.ts`: it works' }, 1],
    ['a part of a title', { test: '`a.test.ts`: works' }, 1],
    ['a title that is gone behind one that is there', { test: '`a.test.ts`: it works; `a.test.ts`: it worked' }, 1],
    ['an open row with a test', { state: 'open' }, 1],
  ])('finds %s', (_, change, faults) => {
    const sources: Record<string, string> = { 'a.test.ts': `it('it works'); it("it ends; at last");` };
    expect(faultsOf({ ...row, ...change }, (path) => sources[path])).toHaveLength(faults);
  });
});
