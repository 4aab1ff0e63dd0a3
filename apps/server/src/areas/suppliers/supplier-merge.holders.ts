import type { SupplierMerge } from '@quayside/contracts/suppliers';
import type { Work } from '../../db/tx.ts';
import { type Kept, type MergeParty, registeredAreas, type SupplierHolder } from '../area.ts';

// Counts and moves what each area stores about suppliers. Areas run in the order of the import arrows, from right to
// left, because a change of an invoice takes its lock before those of products.

type Moved = SupplierMerge['moved'];
const NOTHING: Moved = { invoices: 0, products: 0 };

const holders = (): { readonly area: string; readonly holder: SupplierHolder }[] =>
  registeredAreas()
    .flatMap(({ name, ofSupplier }) => (ofSupplier ? [{ area: name, holder: ofSupplier }] : []))
    .toReversed();

/** Locks the suppliers' rows in all areas until the end of the unit of work. */
export async function lockHolders(w: Work): Promise<void> {
  for (const { holder } of holders()) await holder.lock?.(w);
}

/** How many rows of each area a merge would move. */
export async function countMoved(w: Work, supplierId: string): Promise<Moved> {
  const moved: Moved = { ...NOTHING };
  for (const { area, holder } of holders()) moved[area] = await holder.count(w, supplierId);
  return moved;
}

/** Moves the rows of all areas from one supplier to the other. Returns the counts, and the data that undo needs. */
export async function moveToOther(
  w: Work,
  from: MergeParty,
  to: MergeParty,
): Promise<{ moved: Moved; undo: Record<string, object> }> {
  const moved: Moved = { ...NOTHING };
  const undo: Record<string, object> = {};
  for (const { area, holder } of holders()) {
    const result = await holder.move(w, from, to);
    moved[area] = result.count;
    undo[area] = result.undo;
  }
  return { moved, undo };
}

/** Moves back the rows that were not changed since the merge; the others are named. */
export async function moveBack(
  w: Work,
  undo: Readonly<Record<string, unknown>>,
  from: MergeParty,
  to: MergeParty,
): Promise<{ restored: number; kept: Kept[] }> {
  let restored = 0;
  const kept: Kept[] = [];
  for (const { area, holder } of holders()) {
    // A merge made before an area existed has no undo data for it.
    if (undo[area] === undefined) continue;
    const result = await holder.moveBack(w, undo[area], from, to);
    restored += result.restored;
    kept.push(...result.kept);
  }
  return { restored, kept };
}
