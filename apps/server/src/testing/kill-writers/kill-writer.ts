import type { Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { OwnServer } from '../own-server.ts';
import type { TestSmtp } from '../smtp.ts';

/** A run in which the writers of all areas write to one server, in one account, while it is killed. */
export interface KillRun {
  readonly server: OwnServer;
  readonly smtp: TestSmtp;
  readonly kills: number;
  /** Whether to write on. An area that is ahead of the others waits a little, so that all of them get their turn. */
  goesOn(): Promise<boolean>;
  /** Which part of the run has begun; 1 after the last kill. Mails are spread over it, as their number is limited. */
  part(): number;
}

/** The data of the server after its end. */
export interface Afterwards {
  readonly deps: Deps;
  inAccount<T>(read: (w: Work) => Promise<T>): Promise<T>;
  /** The mails that left only then, once the leases of killed senders had ended. */
  readonly lateMails: readonly { readonly id: string; readonly subject: string }[];
}

/** What must be stored of the records of one writer, and what is. */
export interface Compared {
  readonly expected: unknown;
  readonly stored: unknown;
}

/** Writes in one area. It notes what was acknowledged, and compares it with what is stored of its own records. */
export interface KillWriter {
  /** Writes until the run ends. It is called several times, at the same time. */
  write(): Promise<void>;
  acknowledged(): number;
  /** Notes what only the running server can say, when nobody writes any more. */
  finish?(): Promise<void>;
  compare(after: Afterwards): Promise<Compared>;
  /** How much of it the whole account must have: changes in the audit log by action, and rows by table. */
  readonly tally: Tally;
}

export type StartWriter = (run: KillRun) => Promise<KillWriter>;

/** Tables of which each row was acknowledged, whichever area asked for it. */
export const TALLIED_TABLES = ['carton', 'shipment_plan'] as const;

/** How often something was acknowledged. */
export type Tally = Map<string, number>;

export const count = (tally: Tally, what: string, times = 1): void =>
  void tally.set(what, (tally.get(what) ?? 0) + times);

/** Sorts by the key, as the rows of a query that is ordered by it. */
export const byKey = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
