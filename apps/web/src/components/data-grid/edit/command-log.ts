import type { CellRef } from './cell-edit.ts';

/** One cell of a command: what it said before and after, as text. */
export interface CellChange extends CellRef {
  readonly before: string;
  readonly after: string;
}
/** What one press did: an edit, a paste, a fill-down. */
export interface Command {
  readonly changes: readonly CellChange[];
}
/** Commands that were done, and commands that were taken back. Cells are named by row and column, so that sort, filter and page do not matter. */
export interface CommandLog {
  readonly done: readonly Command[];
  readonly undone: readonly Command[];
}
export const EMPTY_LOG: CommandLog = { done: [], undone: [] };
/** Older ones are forgotten. */
export const LOG_LIMIT = 100;

/** A command was done: what had been taken back before cannot be done again. Cells that kept their text are no part of it. */
export function recorded({ done }: CommandLog, command: Command): CommandLog {
  const changes = command.changes.filter(({ before, after }) => before !== after);
  return changes.length === 0 ? { done, undone: [] } : { done: [...done, { changes }].slice(-LOG_LIMIT), undone: [] };
}

/** The other way round. */
export const inverse = ({ changes }: Command): Command => ({
  changes: changes.map(({ before, after, ...cell }) => ({ ...cell, before: after, after: before })),
});

export const nextUndo = ({ done }: CommandLog): Command | undefined => {
  const last = done.at(-1);
  return last && inverse(last);
};
export const nextRedo = ({ undone }: CommandLog): Command | undefined => undone.at(-1);

/** The last command was taken back, or put back again. */
export const afterUndo = ({ done, undone }: CommandLog): CommandLog => {
  const last = done.at(-1);
  return last ? { done: done.slice(0, -1), undone: [...undone, last] } : { done, undone };
};
export const afterRedo = ({ done, undone }: CommandLog): CommandLog => {
  const last = undone.at(-1);
  return last ? { done: [...done, last], undone: undone.slice(0, -1) } : { done, undone };
};
/** A command that can no longer be taken back or put back leaves the log. */
export const withoutUndo = ({ done, undone }: CommandLog): CommandLog => ({ done: done.slice(0, -1), undone });
export const withoutRedo = ({ done, undone }: CommandLog): CommandLog => ({ done, undone: undone.slice(0, -1) });
