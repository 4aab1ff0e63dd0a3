import type { SupplierMerge } from '@quayside/contracts/suppliers/suppliers';
import type { Work } from '../../../db/tx.ts';
import { type Kept, type MergeParty, registeredAreas, type SupplierHolder } from '../../area.ts';

// Counts and moves the rows that each area stores about suppliers. The areas are called in the reverse order of
// `all.ts`, so that locks are taken in the same order as elsewhere: a change of an invoice locks invoices before it
// locks products.

type Moved = SupplierMerge['moved'];
const NOTHING: Moved = { invoices: 0, products: 0 };

const holders = (): { readonly area: string; readonly holder: SupplierHolder }[] =>
  registeredAreas()
    .flatMap(({ name, ofSupplier }) => (ofSupplier ? [{ area: name, holder: ofSupplier }] : []))
    .toReversed();

/** In every area, locks the rows that refer to suppliers, until the end of the transaction. */
export async function lockHolders(w: Work): Promise<void> {
  // Several holders have the same lock.
  for (const lock of new Set(holders().map(({ holder }) => holder.lock))) await lock?.(w);
}

/** How many rows a merge would move in each area. */
export async function countMoved(w: Work, supplierId: string): Promise<Moved> {
  const moved: Moved = { ...NOTHING };
  for (const { area, holder } of holders()) moved[area] = await holder.count(w, supplierId);
  return moved;
}

/**
 * Moves the rows of all areas from one supplier to the other. Returns the number of moved rows, and the data for undo.
 */
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

/** Moves back the rows that nobody has changed since the merge, and reports the others. */
export async function moveBack(
  w: Work,
  undo: Readonly<Record<string, unknown>>,
  from: MergeParty,
  to: MergeParty,
): Promise<{ restored: number; kept: Kept[] }> {
  let restored = 0;
  const kept: Kept[] = [];
  for (const { area, holder } of holders()) {
    // If the area did not exist yet at the time of the merge, there is no undo data for it.
    if (undo[area] === undefined) continue;
    const result = await holder.moveBack(w, undo[area], from, to);
    restored += result.restored;
    kept.push(...result.kept);
  }
  return { restored, kept };
}
