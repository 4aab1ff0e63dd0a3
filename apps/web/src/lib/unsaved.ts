/** A part of the page that may hold unsaved input. Saves what it can and returns the number of unsaved changes. */
type Holder = () => number | Promise<number>;

const holders = new Set<Holder>();

/** Registers a holder while it is mounted; returns the function that unregisters it. */
export function holdsInput(holder: Holder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** The number of changes that would be lost if the page closed now. */
export async function countUnsaved(): Promise<number> {
  const counts = await Promise.all([...holders].map(async (holder) => await holder()));
  return counts.reduce((sum, count) => sum + count, 0);
}
