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
