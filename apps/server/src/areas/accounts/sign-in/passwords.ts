import { say } from '@quayside/contracts/texts/catalogue';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../http/errors.ts';
import { type PasswordCost, type PasswordTask, RECOMMENDED_COST } from './passwords.types.ts';

/**
 * How many passwords are hashed in parallel. Hashing is expensive by design, so the hashing threads have a lower
 * priority than the thread that serves requests.
 */
const MAX_RUNNING = 2;
const MAX_WAITING = 200;
let cost = RECOMMENDED_COST;
const idle: Worker[] = [];
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Overrides the cost of hashing in tests. They hash hundreds of passwords, and the low-priority threads would wait for
 * minutes while other tests use all cores.
 */
export function setPasswordCost(replacement: PasswordCost): void {
  cost = replacement;
}

async function taking<T>(work: (thread: Worker) => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING)
      throw new AppError('unavailable', {
        message: say('accounts.passwords_busy'),
        retryAfterSeconds: 3,
      });
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
  running += 1;
  try {
    const thread = idle.pop() ?? start();
    const result = await work(thread);
    idle.push(thread);
    return result;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function start(): Worker {
  const thread = new Worker(new URL('./passwords.worker.mjs', import.meta.url), {
    env: {},
    execArgv: [],
    workerData: cost.niceness,
  });
  thread.unref();
  return thread;
}

/**
 * Sends a task to a password thread and returns its answer. A thread that exits before it answers is not used again.
 */
const ask = (task: PasswordTask): Promise<string | boolean> =>
  taking(
    (thread) =>
      new Promise((resolve, reject) => {
        const end = () => {
          thread.off('message', answered).off('error', fail).off('exit', fail);
          thread.unref();
        };
        const answered = (answer: string | boolean) => {
          end();
          resolve(answer);
        };
        const fail = () => {
          end();
          reject(new Error('The thread for passwords ended'));
        };
        thread.on('message', answered).on('error', fail).on('exit', fail);
        // A pending hash keeps the process alive; an idle thread does not.
        thread.ref();
        thread.postMessage(task);
      }),
  );

export async function hashPassword(password: string): Promise<string> {
  const hash = await ask({ password, cost });
  if (typeof hash !== 'string') throw new Error('A password could not be hashed');
  return hash;
}

let dummy: Promise<string> | undefined;
/**
 * Verifies a password. For an unknown or invited person, who has no stored hash, it takes just as long, so that timing
 * does not reveal who has an account.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const right = await ask({ password, stored: stored ?? (await dummy) });
  return right === true && typeof stored === 'string';
}
