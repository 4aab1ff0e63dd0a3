import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  afterRedo,
  afterUndo,
  type Command,
  type CommandLog,
  EMPTY_LOG,
  LOG_LIMIT,
  nextRedo,
  nextUndo,
  recorded,
} from './command-log.ts';

type Sheet = Record<string, string>;
const at = ({ rowId, columnId }: { rowId: string; columnId: string }) => `${rowId}.${columnId}`;
const applied = (sheet: Sheet, { changes }: Command): Sheet => ({
  ...sheet,
  ...Object.fromEntries(changes.map((change) => [at(change), change.after])),
});

const written = fc.uniqueArray(
  fc.record({
    rowId: fc.constantFrom('r1', 'r2', 'r3'),
    columnId: fc.constantFrom('a', 'b'),
    after: fc.constantFrom('', '1', '2', '3'),
  }),
  { selector: at, minLength: 1, maxLength: 4 },
);
const START: Sheet = { 'r1.a': '', 'r1.b': '1', 'r2.a': '2', 'r2.b': '', 'r3.a': '3', 'r3.b': '' };

/** Records edits as the table does: each edit also stores the previous text of its cell. */
function edited(edits: readonly (readonly { rowId: string; columnId: string; after: string }[])[]): {
  sheet: Sheet;
  log: CommandLog;
  path: Sheet[];
} {
  let [sheet, log] = [START, EMPTY_LOG];
  const path = [sheet];
  for (const edit of edits) {
    const command = { changes: edit.map((change) => ({ ...change, before: sheet[at(change)] ?? '' })) };
    const next = recorded(log, command);
    if (next.done.length === log.done.length) continue;
    [log, sheet] = [next, applied(sheet, command)];
    path.push(sheet);
  }
  return { sheet, log, path };
}

it('undoing everything restores the sheet from before; redoing everything restores the sheet from after', () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 8 }), (edits) => {
      let { sheet, log } = edited(edits);
      const end = sheet;
      for (let command = nextUndo(log); command; command = nextUndo(log))
        [sheet, log] = [applied(sheet, command), afterUndo(log)];
      expect(sheet).toEqual(START);
      for (let command = nextRedo(log); command; command = nextRedo(log))
        [sheet, log] = [applied(sheet, command), afterRedo(log)];
      expect(sheet).toEqual(end);
    }),
  );
});

it('any sequence of undo and redo ends in the state that its steps say', () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 6 }), fc.array(fc.boolean(), { maxLength: 20 }), (edits, walk) => {
      let { sheet, log } = edited(edits);
      const { path } = edited(edits);
      let place = path.length - 1;
      for (const isUndo of walk) {
        const command = isUndo ? nextUndo(log) : nextRedo(log);
        if (!command) continue;
        sheet = applied(sheet, command);
        log = isUndo ? afterUndo(log) : afterRedo(log);
        place += isUndo ? -1 : 1;
      }
      expect(sheet).toEqual(path[place]);
    }),
  );
});

it('a new command clears redo; unchanged cells are not logged; the oldest command is dropped', () => {
  const change = (after: string) => ({ changes: [{ rowId: 'r1', columnId: 'a', before: 'x', after }] });
  const undone = afterUndo(recorded(EMPTY_LOG, change('1')));
  expect(nextRedo(undone)).toBeDefined();
  expect(nextRedo(recorded(undone, change('2')))).toBeUndefined();
  expect(recorded(EMPTY_LOG, change('x')).done).toHaveLength(0);
  let log = EMPTY_LOG;
  for (let i = 0; i <= LOG_LIMIT; i += 1) log = recorded(log, change(String(i)));
  expect(log.done).toHaveLength(LOG_LIMIT);
  expect(log.done[0]?.changes[0]?.after).toBe('1');
});
