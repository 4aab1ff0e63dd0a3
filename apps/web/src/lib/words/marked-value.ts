/**
 * The value of the focused form field, for a document viewer beside the form. The viewer marks the value in the
 * document. `texts` are the spellings to search for, the most exact one first.
 */
export interface MarkedValue {
  readonly texts: readonly string[];
  /** The only page on which the value is marked, counted from 1. */
  readonly page?: number;
}

/** A value that other modules can watch. */
function createChannel<T>(first: T) {
  const listeners = new Set<(value: T) => void>();
  let current = first;
  return {
    get: (): T => current,
    set(value: T): void {
      current = value;
      for (const listener of listeners) listener(value);
    },
    on(listener: (value: T) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const marked = createChannel<MarkedValue | undefined>(undefined);
export const [markedValue, markValue, onMarkedValue] = [marked.get, marked.set, marked.on];

/** The values that a form offers because they were read in the document. The viewer marks them more quietly. */
const offered = createChannel<readonly MarkedValue[]>([]);
export const [offeredMarks, offerMarks, onOfferedMarks] = [offered.get, offered.set, offered.on];
