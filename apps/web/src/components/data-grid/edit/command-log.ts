import type { CellRef } from './cell-edit.ts';

/** One cell of a command: its text before and after. */
export interface CellChange extends CellRef {
  readonly before: string;
  readonly after: string;
}
/** One user action, such as an edit, a paste or a fill-down. */
export interface Command {
  readonly changes: readonly CellChange[];
}
/**
 * The undo and redo stacks. Cells are identified by row and column id, so that they survive sorting, filtering and
 * paging.
 */
export interface CommandLog {
  readonly done: readonly Command[];
  readonly undone: readonly Command[];
}
export const EMPTY_LOG: CommandLog = { done: [], undone: [] };
/** The maximum number of commands; older ones are dropped. */
export const LOG_LIMIT = 100;

/** Adds a command to the undo stack and clears the redo stack. Unchanged cells are left out. */
export function recorded({ done }: CommandLog, command: Command): CommandLog {
  const changes = command.changes.filter(({ before, after }) => before !== after);
  return changes.length === 0 ? { done, undone: [] } : { done: [...done, { changes }].slice(-LOG_LIMIT), undone: [] };
}

/** The command that reverts this one. */
export const inverse = ({ changes }: Command): Command => ({
  changes: changes.map(({ before, after, ...cell }) => ({ ...cell, before: after, after: before })),
});

export const nextUndo = ({ done }: CommandLog): Command | undefined => {
  const last = done.at(-1);
  return last && inverse(last);
};
export const nextRedo = ({ undone }: CommandLog): Command | undefined => undone.at(-1);

/** Moves the last command from the undo stack to the redo stack; `afterRedo` moves it back. */
export const afterUndo = ({ done, undone }: CommandLog): CommandLog => {
  const last = done.at(-1);
  return last ? { done: done.slice(0, -1), undone: [...undone, last] } : { done, undone };
};
export const afterRedo = ({ done, undone }: CommandLog): CommandLog => {
  const last = undone.at(-1);
  return last ? { done: [...done, last], undone: undone.slice(0, -1) } : { done, undone };
};
/** Removes the last command from the undo stack without making it redoable. */
export const withoutUndo = ({ done, undone }: CommandLog): CommandLog => ({ done: done.slice(0, -1), undone });
export const withoutRedo = ({ done, undone }: CommandLog): CommandLog => ({ done, undone: undone.slice(0, -1) });
