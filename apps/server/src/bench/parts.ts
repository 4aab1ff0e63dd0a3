import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import type { CpuClock } from './rounds.ts';
import type { Server } from './servers.ts';

/** The dependencies of every part of the bench. */
export interface Parts {
  readonly database: EmbeddedPostgres;
  readonly dataDir: string;
  /** The environment of every server that the bench starts. */
  readonly env: Readonly<Record<string, string>>;
  readonly cpu: (server: Server) => CpuClock;
  /** Large accounts are a tenth as large, to try a part out. Goals are those of the full size. */
  readonly isQuick: boolean;
  readonly say: (line: string) => void;
  /** When aborted, the bench stops before its next measurement and ends the processes that it started. */
  readonly signal: AbortSignal;
}
