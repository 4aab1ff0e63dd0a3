import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import type { CpuClock } from './rounds.ts';
import type { Server } from './servers.ts';

/** What every part of the bench gets. */
export interface Parts {
  readonly database: EmbeddedPostgres;
  readonly dataDir: string;
  /** The environment of every server that the bench starts. */
  readonly env: Readonly<Record<string, string>>;
  readonly cpu: (server: Server) => CpuClock;
  readonly say: (line: string) => void;
  /** Stops between two measurements and ends all started processes. */
  readonly signal: AbortSignal;
}
