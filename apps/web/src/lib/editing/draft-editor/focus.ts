import type { DraftStore } from './draft-store.ts';
import { isSame, putBack, type UndoStep, valueIn } from './part.ts';

/** How many fields can be put back, one after the other. */
const MOST_STEPS = 100;

/**
 * The focused field, and the undo of fields. A field has one step: what it held when it was entered. The undo of the
 * browser knows each key of every field, and would store a figure that was only being typed.
 */
export function createFocus(store: DraftStore) {
  const steps: UndoStep[] = [];
  let typing: { readonly key: string; readonly field: string } | undefined;
  let entered: Omit<UndoStep, 'left'> | undefined;
  /** The step of the focused field, if something else was typed into it. */
  const current = (): UndoStep | undefined => {
    const left = entered && store.partOf(entered.key);
    // Without typed input, somebody else has changed the field.
    const typed = entered && left && valueIn(left.draft, entered.field);
    return entered && left && typed !== undefined && !isSame(typed, entered.held) ? { ...entered, left } : undefined;
  };
  const undoStep = (step: UndoStep): boolean => {
    const part = store.partOf(step.key);
    const kind = store.kindOf(step.key);
    if (!part || kind.shown(part, step.field) === undefined) return false;
    store.put(putBack(kind, part, step));
    return true;
  };
  return {
    current,
    /** The focused field of a part. It keeps its typed text when an answer of the server arrives. */
    typedIn: (key: string): string | undefined => (typing?.key === key ? typing.field : undefined),
    enter(key: string, field: string): void {
      typing = { key, field };
      const before = store.partOf(key);
      const shown = before && store.kindOf(key).shown(before, field);
      entered =
        before && shown !== undefined ? { key, field, held: valueIn(before.draft, field) ?? shown, before } : undefined;
    },
    /** Remembers the step of the field that is being left. */
    leave(): void {
      const step = current();
      if (step && steps.push(step) > MOST_STEPS) steps.shift();
      typing = undefined;
      entered = undefined;
    },
    /** Puts back the focused field, or the one changed last, of those in `isOf`. Returns which one. */
    undo(isOf: (step: UndoStep) => boolean): UndoStep | undefined {
      const now = current();
      if (now && isOf(now) && undoStep(now)) return now;
      for (let at = steps.length - 1; at >= 0; at -= 1) {
        const step = steps[at];
        if (!step || !isOf(step)) continue;
        steps.splice(at, 1);
        if (undoStep(step)) return step;
      }
      return undefined;
    },
  };
}
export type Focus = ReturnType<typeof createFocus>;
