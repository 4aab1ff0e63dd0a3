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

/** Takes an operation back from what its area kept of it; throws `undo.too_late` where that would spoil later work. */
export type Undoer = (w: Work, payload: unknown, operationId: string) => Promise<UndoResult>;

/**
 * A kind of thing that documents can belong to. What follows when documents come and go, its area says in its
 * reactions (`document.attached` and so on).
 */
export interface DocumentOwner {
  readonly entityType: EntityRef['entityType'];
  /** Selects the label of the thing with this id of this account; no row where it is not there, or deleted. */
  labelOf(accountId: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The refusal which says that the account has no such thing. */
  readonly unknown: ErrorCode;
  /** Lets nobody else change its things until the end of the unit of work; taken before any document is locked. */
  readonly lock?: (w: Work) => Promise<void>;
  /** Refuses where what belongs to one of these things has to stay as it is. */
  readonly requireChangeable?: (w: Work, ids: readonly string[]) => Promise<void>;
}

/** A column that names files of the store. It has the trigger `claim_file`, which keeps `stored_file` in step with it. */
export interface FileColumn {
  readonly table: string;
  readonly column: string;
  /** Whether its files count against the space of the account. */
  readonly countsAsSpace: boolean;
}

/** What somebody typed to find records of all areas. */
export interface Search {
  /** As it was typed, without space around it. */
  readonly text: string;
  /** Its words in small letters: a record that is found holds them all. */
  readonly words: readonly string[];
  readonly most: number;
}

/** Things of one kind that wait for somebody, as a line of the weekly summary. */
export interface Waiting {
  /** Which they are and how many: "3 invoices in review". */
  readonly what: Text;
  /** What else the line says of them, as it is shown: their sum, for example. */
  readonly detail?: string;
  /** The path of the screen that lists them. */
  readonly path: string;
}

/** What ids of an area stand for, in the words of the audit log. Both answer a query. */
export interface NamedThings {
  /** Selects `id`, `label` and `exists` (whether it can be opened) of those of these ids that it knows. */
  byIds(accountId: string, ids: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Selects the `id` of things whose name holds all words; `has` is that condition for a column in small letters. */
  matching?(
    accountId: string,
    search: {
      readonly words: readonly string[];
      readonly has: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
      readonly most: number;
    },
  ): RawBuilder<unknown>;
}

/** One of the two companies of a merge. */
export interface MergeParty {
  readonly id: string;
  readonly companyName: string;
}
export type Kept = UndoResult['kept'][number];

/** What an area does with its rows that name a supplier when two suppliers become one. */
export interface SupplierHolder {
  /** Lets nobody else move its rows until the end of the unit of work; an area that locks row by row has none. */
  readonly lock?: (w: Work) => Promise<void>;
  /** How many things would move. */
  count(w: Work, supplierId: string): Promise<number>;
  /** Moves everything. Answers how many things that were, and what moving them back needs, as JSON. */
  move(w: Work, from: MergeParty, to: MergeParty): Promise<{ readonly count: number; readonly undo: object }>;
  /** Moves back what nobody touched since; what stays is named. `from` and `to` are those of the merge. */
  moveBack(
    w: Work,
    undo: unknown,
    from: MergeParty,
    to: MergeParty,
  ): Promise<{ readonly restored: number; readonly kept: readonly Kept[] }>;
}

/**
 * What an area plugs into the application, as one value in `<area>/<area>.area.ts`. Every field but the name is
 * optional. `all.ts` lists the areas in their order: each may ask those before it, and hears of them by `reactions`.
 */
export interface Area {
  /** The name of its folder. */
  readonly name: string;
  /** The tables that it writes, and no other area does (`testing/table-owners.test.ts`). */
  readonly tables?: readonly (keyof DB)[];
  /** Binds its calls. */
  readonly mount?: (m: Mounting) => void;
  /** Its actions in the audit log, from `<area>.audit.ts`: what the details of each one hold. */
  readonly audit?: ActionSpecs;
  /** What it does in the transaction of an area to its left. */
  readonly reactions?: Reactions;
  /** How its operations are undone, by their kind. */
  readonly undoers?: Readonly<Record<string, Undoer>>;
  /** What it does in the background, from `<area>.jobs.ts`; by the clock where `jobs/schedule.ts` says so. */
  readonly jobs?: readonly Job[];
  /** Its columns that name files. */
  readonly files?: readonly FileColumn[];
  /** What documents of this area can belong to. */
  readonly documentOwner?: DocumentOwner;
  /** Finds its records for the search over all areas. */
  readonly search?: (w: Work, search: Search) => Promise<FoundRecord[]>;
  /** What waits in it for this person, for the weekly summary. A kind of which nothing waits is left out. */
  readonly waiting?: (w: Work, personId: string) => Promise<readonly Waiting[]>;
  /** What its ids stand for, for the audit log. */
  readonly names?: NamedThings;
  /** What it keeps of suppliers, and moves when two of them become one. */
  readonly ofSupplier?: SupplierHolder;
}

let registered: readonly Area[] | undefined;

/** Makes the areas known to the services. `compose.ts` does it, before anything can be asked. */
export function registerAreas(areas: readonly Area[]): void {
  registered = areas;
  registerReactions(areas.flatMap((area) => area.reactions ?? []));
}

/** All areas in their order, for a service that serves them all. It asks for what they plug in, never for one by name. */
export function registeredAreas(): readonly Area[] {
  if (!registered) throw new Error('No areas are registered; compose.ts does that');
  return registered;
}

/** What belongs to no area. */
const HOUSE_JOBS: readonly Job[] = [sweepOutbox, sweepIdempotencyKeys, ...filesJobs, sweepMails];

/** All that is done in the background. */
export const registeredJobs = (): readonly Job[] => [
  ...HOUSE_JOBS,
  ...registeredAreas().flatMap((area) => area.jobs ?? []),
];
