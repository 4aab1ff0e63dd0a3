import type { FocusEvent, KeyboardEvent } from 'react';

interface Keys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether the keys are those of undo or redo. A cell answers them itself, because the browser's own undo knows each key
 * of every field of the page, and would put back what was only being typed.
 */
export const isUndoOrRedo = (event: Keys): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/i.test(event.key);

export const isRedo = (event: Keys & { readonly shiftKey: boolean }): boolean =>
  event.shiftKey || event.key.toLowerCase() === 'y';

/** Whether the key ends what is typed in a field of one line, which is then stored. */
export const isPlainEnter = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.nativeEvent.isComposing);

/** What an editor does for one of its fields. */
interface FieldMoves {
  readonly start: () => void;
  readonly leave: () => void;
  /** Puts back what the field held when it was entered. */
  readonly undo: () => void;
}

/** What texts of several lines held when they were entered. */
const entered = new WeakMap<EventTarget, string>();
/**
 * Whether the browser's own undo takes back what was typed into this text of several lines since it was entered. The
 * text is too long to lose all of it with one key.
 */
const isOwnStep = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLTextAreaElement && (isRedo(event) || event.target.value !== entered.get(event.target));

/**
 * The handlers of a typed field that is stored when it is left, or with Enter in a field of one line. Undo puts back
 * what it held when it was entered, in a text of several lines step by step.
 */
export const typedField = ({ start, leave, undo }: FieldMoves) => ({
  onFocus({ target }: FocusEvent): void {
    if (target instanceof HTMLTextAreaElement) entered.set(target, target.value);
    start();
  },
  onBlur: leave,
  onKeyDown(event: KeyboardEvent): void {
    if (isUndoOrRedo(event)) {
      if (isOwnStep(event)) return;
      event.preventDefault();
      if (!isRedo(event)) undo();
    } else if (isPlainEnter(event) && event.target instanceof HTMLInputElement) {
      leave();
      start();
    }
  },
});
