import type { EntityType } from '@quayside/domain/lists';
import type { Work } from '../db/tx.ts';

/** What a document belongs to. */
export interface EntityRef {
  readonly entityType: Exclude<EntityType, 'NONE'>;
  readonly entityId: string;
}
/** A document, and the things that it belongs or belonged to, possibly in other areas. */
interface DocumentMove {
  readonly documentId: string;
  readonly entities: readonly EntityRef[];
}

/**
 * What an area announces to the areas to its right while its transaction is still open, with the payload of each
 * announcement. Live events, which other tabs get after the commit, are in `catalog.ts`.
 */
export interface ReactionEvents {
  /** Somebody accepted an invitation and is now a member of the account. */
  'member.joined': { readonly personId: string; readonly name: string; readonly isAdmin: boolean };
  /** A document was attached to these things, by a call of the documents area. */
  'document.attached': DocumentMove;
  /** A document was detached from these things, or deleted; it can still be read. */
  'document.detached': DocumentMove;
  /** A deleted document was restored to these things. */
  'document.restored': DocumentMove;
  /** A newer version of the file became the document's current one. */
  'document.replaced': DocumentMove;
  /** Deleted documents are removed for good, with their files, at the end of this transaction. */
  'document.removed': { readonly documentIds: readonly string[] };
}
export type ReactionName = keyof ReactionEvents;

/** An area's handlers. A handler that throws aborts the whole unit of work. */
export type Reactions = {
  readonly [E in ReactionName]?: (w: Work, event: ReactionEvents[E]) => Promise<void>;
};
type React = <E extends ReactionName>(w: Work, name: E, event: ReactionEvents[E]) => Promise<void>;

/** Creates `react`: it runs the handlers of these areas one after the other, in order and in the transaction of `w`. */
export function reactWith(areas: readonly Reactions[]): React {
  return async (w, name, event) => {
    for (const reactions of areas) await reactions[name]?.(w, event);
  };
}

let registered: React | undefined;
/** Called once, when the areas are registered. */
export function registerReactions(areas: readonly Reactions[]): void {
  registered = reactWith(areas);
}

/** Announces an event to all areas and waits for their handlers. A refusal by one rolls everything back. */
export const react: React = (w, name, event) => {
  if (!registered) throw new Error('No areas are registered; compose.ts does that');
  return registered(w, name, event);
};
