import pino from 'pino';
import { createDiskFileStore } from './adapters/file-store/disk.ts';
import { openSecrets } from './adapters/secrets/open-secrets.ts';
import type { Config } from './config.ts';
import { createDatabase, createPool } from './db/pool.ts';
import { checkDatabase } from './db/tx.ts';
import type { Deps } from './deps.ts';
import { startDispatcher } from './events/dispatcher.ts';
import { createLiveStreams } from './http/live.ts';
import { createSignIn } from './http/sign-in.ts';
import { createIds } from './ids.ts';
import type { Clock } from './ports/clock.ts';

export interface Composed {
  readonly deps: Deps;
  close(): Promise<void>;
}

/** The composition root: the only place that knows adapters. `overrides` replaces ports in tests. */
export async function compose(options: {
  config: Config;
  databaseUrl: string;
  clock?: Clock;
  newId?: () => string;
  /** Randomness of nonces and keys. */
  random?: (size: number) => Buffer;
  allowUnsafeDatabase?: boolean;
}): Promise<Composed> {
  const { config } = options;
  const log = pino({
    level: config.logLevel,
    redact: { paths: ['req.headers', 'headers', '*.password', '*.token', '*.access_token', '*.refresh_token'], remove: true },
    serializers: {
      err: (e: Error & { code?: string }) => ({ type: e.name, message: e.message.replace(/qs_[\w-]{20,}/g, '[token]'), code: e.code, stack: e.stack }),
    },
  });
  const clock = options.clock ?? { now: () => new Date() };
  const newId = options.newId ?? createIds(() => clock.now().getTime());
  const pool = createPool(options.databaseUrl, (error) => log.warn({ err: error }, 'a database connection was lost'));
  const db = createDatabase(pool);
  await checkDatabase(db, { allowUnsafe: options.allowUnsafeDatabase ?? false });
  const secrets = await openSecrets({ config, db, clock, random: options.random });
  const dispatcher = await startDispatcher({ db, url: options.databaseUrl, log });
  const signIn = createSignIn({ db, clock, newId });
  const live = createLiveStreams(dispatcher, { onSessionsEnded: (ids) => signIn.forgetSessions(ids), onAccountChanged: (id) => signIn.forgetAccount(id) });
  const deps: Deps = {
    config,
    db,
    clock,
    newId,
    files: createDiskFileStore(config.filesDir, { quotaBytes: config.documentQuotaBytes }),
    secrets,
    dispatcher,
    live,
    signIn,
    log,
    health: { draining: false },
  };
  return {
    deps,
    async close() {
      live.closeAll();
      await dispatcher.stop();
      await db.destroy();
    },
  };
}
