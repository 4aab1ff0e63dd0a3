/**
 * The value of the focused form field, for a document viewer beside the form. The viewer marks the value in the
 * document. `texts` are the spellings to search for, the most exact one first.
 */
export interface MarkedValue {
  readonly texts: readonly string[];
}
type Listener = (value: MarkedValue | undefined) => void;

const listeners = new Set<Listener>();
let current: MarkedValue | undefined;

export const markedValue = (): MarkedValue | undefined => current;
export function markValue(value: MarkedValue | undefined): void {
  current = value;
  for (const listener of listeners) listener(value);
}
export function onMarkedValue(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
