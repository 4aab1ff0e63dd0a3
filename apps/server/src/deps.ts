import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/pool.ts';
import type { Turns } from './db/turns.ts';
import type { Dispatcher } from './events/dispatcher.ts';
import type { CallLimit } from './http/call-limit.ts';
import type { LiveStreams } from './http/live.ts';
import type { SignIn } from './http/sign-in.ts';
import type { RenderPdf } from './pdf/pdf-renderer.ts';
import type { TxDeps } from './db/tx.ts';
import type { Clock } from './ports/clock.ts';
import type { ErrorReporter } from './ports/error-reports.ts';
import type { FileStore } from './ports/file-store.ts';
import type { StoredFiles } from './files/stored-files.ts';
import type { Mailbox, Mailer } from './ports/mailer.ts';
import type { Secrets } from './ports/secrets.ts';

/** Everything that a request may need. `compose.ts` creates it once; each function takes the few parts that it uses. */
export interface Deps extends TxDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly files: StoredFiles;
  /** The store of uploaded bytes. Only `files/` uses it. */
  readonly fileStore: FileStore;
  readonly secrets: Secrets;
  /** Sends mails; undefined if there is no mail server. Mails then wait in the queue. */
  readonly mailer: Mailer | undefined;
  /** The local mailbox, if `mailer` writes to it instead of sending mails. */
  readonly mailbox: Mailbox | undefined;
  /** Receives failures that happen in browsers. */
  readonly errorReporter: ErrorReporter;
  readonly dispatcher: Dispatcher;
  readonly live: LiveStreams;
  readonly signIn: SignIn;
  readonly callLimit: CallLimit;
  readonly turns: Turns;
  /** Makes the PDF of a purchase order when its turn comes. */
  readonly renderPdf: RenderPdf;
  /** The time by which sweeps decide what is old enough to be deleted. It never jumps ahead with the clock. */
  readonly sweepTime: () => Promise<Date>;
  readonly log: Logger;
  readonly health: {
    /** Whether the process is stopping: `/health/ready` then says so, and each answer closes its connection. */
    draining: boolean;
    /** Whether new connections are refused, and also further requests on open connections. */
    closing: boolean;
  };
}
