import type { Work } from '../../db/tx.ts';
import type { EntityRef } from '../../events/reactions.ts';
import { type DocumentOwner, registeredAreas } from '../area.ts';

// The kinds of records that documents can belong to. Each area registers its own kind as `documentOwner`, so this file
// depends on none of them.

/** All registered owners. */
export const owners = (): DocumentOwner[] => registeredAreas().flatMap((area) => area.documentOwner ?? []);

export const ownerOf = (entityType: string): DocumentOwner | undefined =>
  owners().find((owner) => owner.entityType === entityType);

/** Takes the locks of all areas whose records can own documents, until the end of the transaction. */
export async function lockOwners(w: Work): Promise<void> {
  // Several owners have the same lock.
  for (const lock of new Set(owners().map((owner) => owner.lock))) await lock?.(w);
}

/** Throws if the documents of one of these records must not be changed now. */
export async function requireChangeable(w: Work, entities: readonly EntityRef[]): Promise<void> {
  for (const owner of owners()) {
    const ids = entities.filter((e) => e.entityType === owner.entityType).map((e) => e.entityId);
    if (ids.length > 0) await owner.requireChangeable?.(w, ids);
  }
}
