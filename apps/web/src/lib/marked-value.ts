/**
 * The value under the cursor of a form, for whoever shows a document beside it: the document marks where it stands.
 * `texts` are the spellings to look for, most exact first.
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
