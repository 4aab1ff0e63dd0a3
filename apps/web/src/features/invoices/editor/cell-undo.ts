import type { EditorStore } from './editor-store.ts';
import type { Entered, Row } from './editor-state.ts';
import { textIn } from './lead.ts';
import type { Cell, LineDraft, TextCell } from './line-draft.ts';

/** A change of one of these may change the others, so they are put back together. */
const FIGURES = ['quantity', 'price', 'amount'] as const satisfies readonly TextCell[];
const isOfFigures = (cell: TextCell): cell is (typeof FIGURES)[number] => FIGURES.some((one) => one === cell);
/** How many cells can be put back, one after the other. */
const MOST_STEPS = 100;

interface Step extends Entered {
  /** The row when the cell was left. What has changed since is not put back. */
  readonly left: Row;
}

export const enteredIn = (row: Row, cell: TextCell, currency: string): Entered => ({
  key: row.key,
  cell,
  text: textIn(row, cell, currency),
  row,
});

/**
 * The undo of the cells. A cell has one step: what it held when it was entered. The undo of the browser knows each key
 * of every field, and would store a figure that was only being typed.
 */
export function createCellUndo(store: EditorStore) {
  const steps: Step[] = [];
  const current = (): Step | undefined => {
    const entered = store.entered();
    const row = entered && store.rowOf(entered.key);
    // Without unsaved input, somebody else has changed the cell.
    const text = entered && row?.draft[entered.cell];
    return entered && row && text !== undefined && text !== entered.text ? { ...entered, left: row } : undefined;
  };
  return {
    /** Remembers the step of the cell that is being left. */
    left(): void {
      const step = current();
      if (step && steps.push(step) > MOST_STEPS) steps.shift();
    },
    /** Puts back the cell that is being typed in, or the one that was changed last. Returns which one. */
    undo(): Pick<Entered, 'key' | 'cell'> | undefined {
      for (let step = current() ?? steps.pop(); step; step = steps.pop()) {
        const row = store.rowOf(step.key);
        if (!row) continue;
        store.setRow(putBack(row, step, store.currency()));
        return step;
      }
      return undefined;
    },
    /** The row without what is being typed in the cell, and without what follows from it. */
    withoutTyped(row: Row, cell: Cell): Row {
      const step = current();
      const before = step?.key === row.key && step.cell === cell ? putBack(row, step, store.currency()) : row;
      const { [cell]: _, ...draft } = before.draft;
      const { [cell]: __, ...errors } = before.errors;
      return { ...before, draft, errors };
    },
  };
}

function putBack(row: Row, { cell, text, row: before, left }: Step, currency: string): Row {
  const draft: { -readonly [C in keyof LineDraft]: LineDraft[C] } = { ...row.draft, [cell]: text };
  const { [cell]: _, line: __, ...errors } = row.errors;
  const { [cell]: ___, ...refused } = row.refused;
  if (!isOfFigures(cell)) return { ...row, draft, errors, refused };
  // A price is not stored: the amount that it had is put back instead.
  const amountIn = (one: Row) => textIn(one, 'amount', currency);
  if (cell !== 'amount' && amountIn(row) === amountIn(left)) draft.amount = amountIn(before);
  if (before.draft.price === undefined) delete draft.price;
  else draft.price = before.draft.price;
  return { ...row, draft, errors, refused, pricing: before.pricing, offer: before.offer };
}
