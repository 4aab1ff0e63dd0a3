import { inAccountAsJob, type Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import {
  Abandoned,
  type CheckInProgress,
  type FileLayout,
  type ImportKind,
  type ImportResult,
} from './imports.types.ts';

// What the steps of a job that works on an import share.

export type ImportJobDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'files' | 'log'>;
/** An import that this process may work on as long as it renews its lease. */
export interface ImportClaim {
  readonly accountId: string;
  readonly importId: string;
  /** The person who uploaded the file. Everything that the job writes is recorded as done by this person. */
  readonly personId: string;
}
/** A claimed import with what is needed to work on it. */
export interface Task<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M> {
  readonly deps: ImportJobDeps;
  readonly kind: ImportKind<L, R, X, B, M>;
  readonly claim: ImportClaim;
  readonly isStopped: () => boolean;
}

/** Runs a unit of work of a task, as the person who uploaded the file. */
export const inJob = <T>({ deps, claim }: { deps: ImportJobDeps; claim: ImportClaim }, run: (w: Work) => Promise<T>) =>
  inAccountAsJob(deps, claim.accountId, run, { personId: claim.personId });

/** The interval of progress reports, in milliseconds. */
const TELL_MS = 1_000;
/** Creates a function that returns true when the next progress report is due. */
export function createProgressTimer(): () => boolean {
  let told = 0;
  return () => {
    const now = performance.now();
    if (now - told < TELL_MS) return false;
    told = now;
    return true;
  };
}

export interface Progress extends CheckInProgress {
  /** Reports that all rows up to this one have been checked and saved. */
  reach(row: number): void;
  /** Reports that all rows have been checked and that the import is to be stored. */
  end(): void;
  /** Reports that the check has stopped. Everybody who waits for it gets an error. Has no effect after `end`. */
  abort(): void;
}

export function createProgress(): Progress {
  let reached = 0;
  let is: 'open' | 'ended' | 'left' = 'open';
  let moved = Promise.withResolvers<void>();
  const tell = () => {
    moved.resolve();
    moved = Promise.withResolvers();
  };
  const close = (how: 'ended' | 'left') => {
    if (is === 'open') is = how;
    tell();
  };
  return {
    async endsBefore(row) {
      while (is === 'open' && reached < row) await moved.promise;
      if (is === 'left') throw new Abandoned();
      return is === 'ended';
    },
    reach(row) {
      reached = row;
      tell();
    },
    end: () => close('ended'),
    abort: () => close('left'),
  };
}
