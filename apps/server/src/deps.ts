import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/pool.ts';
import type { Turns } from './db/turns.ts';
import type { Dispatcher } from './events/dispatcher.ts';
import type { CallLimit } from './http/call-limit.ts';
import type { LiveStreams } from './http/live.ts';
import type { SignIn } from './http/sign-in.ts';
import type { TxDeps } from './db/tx.ts';
import type { Clock } from './ports/clock.ts';
import type { ErrorReporter } from './ports/error-reports.ts';
import type { FileStore } from './ports/file-store.ts';
import type { StoredFiles } from './files/stored-files.ts';
import type { Mailbox, Mailer } from './ports/mailer.ts';
import type { Secrets } from './ports/secrets.ts';

/** Everything a request may need, created once by `compose.ts`. Functions pick the few that they use. */
export interface Deps extends TxDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly files: StoredFiles;
  /** Where uploaded bytes are stored; only `files/` uses it. */
  readonly fileStore: FileStore;
  readonly secrets: Secrets;
  /** Undefined if there is no mail server; mails then wait in the queue. */
  readonly mailer: Mailer | undefined;
  /** The local mailbox, if `mailer` writes to it instead of sending. */
  readonly mailbox: Mailbox | undefined;
  /** Receives failures that happen in browsers. */
  readonly errorReporter: ErrorReporter;
  readonly dispatcher: Dispatcher;
  readonly live: LiveStreams;
  readonly signIn: SignIn;
  readonly callLimit: CallLimit;
  readonly turns: Turns;
  readonly log: Logger;
  readonly health: { draining: boolean };
}
