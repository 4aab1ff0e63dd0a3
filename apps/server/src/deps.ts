import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/pool.ts';
import type { Dispatcher } from './events/dispatcher.ts';
import type { LiveStreams } from './http/live.ts';
import type { SignIn } from './http/sign-in.ts';
import type { TxDeps } from './db/tx.ts';
import type { Clock } from './ports/clock.ts';
import type { ErrorReporter } from './ports/error-reports.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Mailbox, Mailer } from './ports/mailer.ts';
import type { Secrets } from './ports/secrets.ts';

/** Everything a request may need, made once by `compose.ts`. Functions name the few they use. */
export interface Deps extends TxDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly secrets: Secrets;
  /** Undefined: there is no mail server, and mails wait in the queue. */
  readonly mailer: Mailer | undefined;
  /** What `mailer` put down on this machine, where it does that instead of sending. */
  readonly mailbox: Mailbox | undefined;
  /** Where failures in browsers go. */
  readonly errorReporter: ErrorReporter;
  readonly dispatcher: Dispatcher;
  readonly live: LiveStreams;
  readonly signIn: SignIn;
  readonly log: Logger;
  readonly health: { draining: boolean };
}
