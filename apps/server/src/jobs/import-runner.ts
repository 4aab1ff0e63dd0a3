import type { Deps } from '../deps.ts';
import { eachAccount } from './accounts.ts';

const EVERY_MS = 10 * 60_000;
/** After a fault, and while another process, perhaps a dead one, has the import of an account. */
const AGAIN_MS = 2_000;

/** How the area works on its imports; jobs know no areas, so `main.ts` hands it in. */
export interface ImportWork<Claim> {
  /** An import of the account that waits, held for this process; `busy` while another process has one. */
  claim(accountId: string): Promise<Claim | 'busy' | undefined>;
  /** Goes on with it; `wait` when it has to be tried again later. */
  workOn(claim: Claim, isStopped: () => boolean): Promise<'done' | 'wait'>;
}

/** Works off the imports that are too large for a request. The queue is their rows in the database, so nothing is lost with the process. */
export interface ImportRunner {
  /** Looks at all accounts now and every ten minutes, and at an account whenever its imports change. */
  start(): void;
  /** Looks at all accounts and comes back when nothing is left to do. */
  runAll(): Promise<void>;
  /** Stops after the batch in hand; the import stays in the queue. One that is being stored is stored anew later. */
  stop(): Promise<void>;
}

export function createImportRunner<Claim extends object>(
  deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'dispatcher'>,
  imports: ImportWork<Claim>,
): ImportRunner {
  const wanted = new Set<string>();
  let running: Promise<void> | undefined;
  let stopped = false;
  let every: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;

  /** One import after the other, one of each account in turn: a large one fills the memory that there is for it. */
  const work = async () => {
    try {
      while (wanted.size > 0 && !stopped) for (const accountId of [...wanted]) await workOn(accountId);
    } finally {
      running = undefined;
    }
  };
  const workOn = async (accountId: string) => {
    if (stopped) return;
    wanted.delete(accountId);
    try {
      const claim = await imports.claim(accountId);
      if (claim === 'busy') return later(accountId);
      if (!claim) return;
      if ((await imports.workOn(claim, () => stopped)) === 'wait') return later(accountId);
      // Perhaps there is another one.
      wanted.add(accountId);
    } catch (error) {
      if (stopped) return;
      deps.log.warn({ err: error, accountId }, 'an import could not go on; trying again');
      later(accountId);
    }
  };
  const wake = (): Promise<void> => (stopped || wanted.size === 0 ? Promise.resolve() : (running ??= work()));
  const late = new Set<string>();
  const later = (accountId: string) => {
    late.add(accountId);
    again ??= setTimeout(() => {
      again = undefined;
      for (const id of late) wanted.add(id);
      late.clear();
      void wake();
    }, AGAIN_MS);
    again.unref();
  };
  const runAll = async () => {
    for (const accountId of await eachAccount(deps)) wanted.add(accountId);
    await wake();
  };
  const lookAtAll = () =>
    void runAll().catch((error: unknown) => {
      if (stopped) return;
      deps.log.warn({ err: error }, 'imports could not be looked at; trying again in ten minutes');
    });

  return {
    start() {
      deps.dispatcher.onEvent((event) => {
        if (event.type !== 'changed' || event.payload['topic'] !== 'imports') return;
        wanted.add(event.accountId);
        void wake();
      });
      every = setInterval(lookAtAll, EVERY_MS);
      every.unref();
      lookAtAll();
    },
    runAll,
    async stop() {
      stopped = true;
      clearInterval(every);
      clearTimeout(again);
      await running;
    },
  };
}
