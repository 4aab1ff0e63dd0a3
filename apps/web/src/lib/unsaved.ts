/** Something on the page that may hold input which is not stored. Saves what it can by itself, and answers how many changes are left. */
export type Holder = () => number | Promise<number>;

const holders = new Set<Holder>();

/** Names a holder for as long as it is on the page; answers how to take it back. */
export function holdsInput(holder: Holder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** How many changes would be lost if the page went now. */
export async function countUnsaved(): Promise<number> {
  const counts = await Promise.all([...holders].map(async (holder) => await holder()));
  return counts.reduce((sum, count) => sum + count, 0);
}
