import type { ErrorCode } from '@quayside/contracts/errors';
import type { FoundRecord } from '@quayside/contracts/search';
import type { Text } from '@quayside/contracts/texts/catalogue';
import type { UndoResult } from '@quayside/contracts/undo';
import type { RawBuilder } from 'kysely';
import type { Work } from '../db/tx.ts';
import type { DB } from '../db/types.gen.ts';
import type { ActionSpecs } from '../events/audit-actions.ts';
import { type EntityRef, type Reactions, registerReactions } from '../events/reactions.ts';
import type { Mounting } from '../http/mount.ts';
import { sweepOutbox } from '../events/outbox.jobs.ts';
import { filesJobs } from '../jobs/files.jobs.ts';
import { sweepIdempotencyKeys } from '../http/idempotency.jobs.ts';
import type { Job } from '../jobs/define-job.ts';
import { sweepMails } from '../mail/mail.jobs.ts';

/**
 * Undoes an operation with the data that its area stored. Throws `undo.too_late` when undoing would destroy later work.
 */
export type Undoer = (w: Work, payload: unknown, operationId: string) => Promise<UndoResult>;

/**
 * A kind of record that documents can belong to. The area reacts to documents being attached or removed with its
 * `reactions` to events such as `document.attached`.
 */
export interface DocumentOwner {
  readonly entityType: EntityRef['entityType'];
  /** Selects the label of a record of this account by its id; no row if the record does not exist or is deleted. */
  labelOf(accountId: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The error code for a record that the account does not have. */
  readonly unknown: ErrorCode;
  /**
   * Locks the records of the area against changes by others until the end of the transaction. It is called before any
   * document is locked, so that two transactions always lock in the same order.
   */
  readonly lock?: (w: Work) => Promise<void>;
  /** Throws if the documents of one of these records must not be changed now. */
  readonly requireChangeable?: (w: Work, ids: readonly string[]) => Promise<void>;
}

/**
 * A column that contains keys of stored files. The trigger `claim_file` on its table updates the table `stored_file`.
 */
interface FileColumn {
  readonly table: string;
  readonly column: string;
  /** Whether the files in this column count against the storage quota of the account. */
  readonly countsAsSpace: boolean;
}

/** The search that a person typed to find records of any area. */
export interface Search {
  /** The text as typed, trimmed. */
  readonly text: string;
  /** The words of the text in lower case. A record matches if it contains all of the words. */
  readonly words: readonly string[];
  readonly most: number;
}

/** Records of one kind that need attention; shown as one line of the weekly summary. */
export interface Waiting {
  /** The kind and number of the records: "3 invoices in review". */
  readonly what: Text;
  /** Further text for the line, already formatted: for example the sum of the records. */
  readonly detail?: string;
  /** The path of the screen that lists these records. */
  readonly path: string;
}

/** How the audit log turns ids into names of an area's records. Both functions return a query. */
export interface NamedThings {
  /**
   * Selects `id`, `label` and `exists` (whether the record can still be opened) for each of the ids that is a record of
   * this area.
   */
  byIds(accountId: string, ids: RawBuilder<unknown>): RawBuilder<unknown>;
  /**
   * Selects the `id` of each record whose name contains all words; `has` builds this condition for a column in lower
   * case.
   */
  matching?(
    accountId: string,
    search: {
      readonly words: readonly string[];
      readonly has: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
      readonly most: number;
    },
  ): RawBuilder<unknown>;
}

/** One of the two suppliers in a merge. */
export interface MergeParty {
  readonly id: string;
  readonly companyName: string;
}
export type Kept = UndoResult['kept'][number];

/** How an area moves its rows from one supplier to the other when two suppliers are merged. */
export interface SupplierHolder {
  /**
   * Locks the rows that a merge moves, so that no other transaction moves them. An area that instead locks each row as
   * it moves the row has no such function.
   */
  readonly lock?: (w: Work) => Promise<void>;
  /** The number of this area's records that a merge would move. */
  count(w: Work, supplierId: string): Promise<number>;
  /** Moves all records. Returns how many there were, and in `undo` the JSON data that `moveBack` needs. */
  move(w: Work, from: MergeParty, to: MergeParty): Promise<{ readonly count: number; readonly undo: object }>;
  /**
   * Moves back those records that nobody has changed since the merge, and names the others in `kept`. `from` and `to`
   * are the suppliers that `move` was called with, in the same order.
   */
  moveBack(
    w: Work,
    undo: unknown,
    from: MergeParty,
    to: MergeParty,
  ): Promise<{ readonly restored: number; readonly kept: readonly Kept[] }>;
}

/**
 * What an area plugs into the application, as one value in `<area>/<area>.area.ts`. All fields except the name are
 * optional. `all.ts` lists the areas in order: an area may call the areas before it, and reacts to their events with
 * `reactions`.
 */
export interface Area {
  /** The name of the area, which is also the name of its folder. */
  readonly name: string;
  /** The tables that only this area writes (`testing/table-owners.test.ts`). */
  readonly tables?: readonly (keyof DB)[];
  /** Binds the calls of the area to functions. */
  readonly mount?: (m: Mounting) => void;
  /** The actions that the area writes to the audit log, with the details that each stores, from `<area>.audit.ts`. */
  readonly audit?: ActionSpecs;
  /** What the area does, in the same transaction, when an area before it announces an event. */
  readonly reactions?: Reactions;
  /** The functions that undo the area's operations, by the kind of operation. */
  readonly undoers?: Readonly<Record<string, Undoer>>;
  /** The area's background jobs, from `<area>.jobs.ts`. `jobs/schedule.ts` starts some of them at fixed times. */
  readonly jobs?: readonly Job[];
  /** The area's columns that contain keys of stored files. */
  readonly files?: readonly FileColumn[];
  /** The kind of record in this area that documents can belong to. */
  readonly documentOwner?: DocumentOwner;
  /** Finds records of the area, for the search over all areas. */
  readonly search?: (w: Work, search: Search) => Promise<FoundRecord[]>;
  /**
   * The area's records that need this person's attention, for the weekly summary. Kinds without such records are left
   * out.
   */
  readonly waiting?: (w: Work, personId: string) => Promise<readonly Waiting[]>;
  /** Finds the names of the area's records, for the audit log. */
  readonly names?: NamedThings;
  /** Moves the area's rows when two suppliers are merged. */
  readonly ofSupplier?: SupplierHolder;
}

let registered: readonly Area[] | undefined;

/** Sets the list of areas. `compose.ts` calls this before the first request. */
export function registerAreas(areas: readonly Area[]): void {
  registered = areas;
  registerReactions(areas.flatMap((area) => area.reactions ?? []));
}

/**
 * All areas in order, for services that work across areas. Such a service must use only the fields of an area and must
 * not depend on its name.
 */
export function registeredAreas(): readonly Area[] {
  if (!registered) throw new Error('No areas are registered; compose.ts does that');
  return registered;
}

/** The jobs that belong to no area. */
const HOUSE_JOBS: readonly Job[] = [sweepOutbox, sweepIdempotencyKeys, ...filesJobs, sweepMails];

/** All background jobs. */
export const registeredJobs = (): readonly Job[] => [
  ...HOUSE_JOBS,
  ...registeredAreas().flatMap((area) => area.jobs ?? []),
];
