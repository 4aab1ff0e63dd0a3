/**
 * Provided by each part of the page that may hold unsaved input. The function saves what can be saved, and returns the
 * number of changes that remain unsaved.
 */
type Holder = () => number | Promise<number>;

const holders = new Set<Holder>();

/** Registers a holder. Returns the function that unregisters it. */
export function holdsInput(holder: Holder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** The number of changes that would be lost if the page closed now. */
export async function countUnsaved(): Promise<number> {
  const counts = await Promise.all([...holders].map(async (holder) => await holder()));
  return counts.reduce((sum, count) => sum + count, 0);
}

const typed = new Set<() => number>();

/** Registers a part of the page that holds typed input. `count` only counts its changes, and saves nothing. */
export function holdsTyped(count: () => number): () => void {
  typed.add(count);
  return () => void typed.delete(count);
}

/** The number of changes on the page that are not stored, including those that are being saved. */
export const countTyped = (): number => [...typed].reduce((sum, count) => sum + count(), 0);
