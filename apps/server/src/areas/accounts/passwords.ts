import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../http/errors.ts';

/** m = 19 MiB, t = 2, p = 1 (OWASP password storage, argon2id). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_RUNNING = 2;
const MAX_WAITING = 200;
let running = 0;
const waiting: (() => void)[] = [];

/** Few at a time: hashing is meant to be dear, and other calls must not starve beside it. */
async function taking<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING)
      throw new AppError('unavailable', { message: 'Too many people are signing in at once. Try again in a moment.', retryAfterSeconds: 3 });
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => taking(() => hash(password, OPTIONS));

let dummy: Promise<string> | undefined;
/** Checks a password. Without a hash (unknown person, or one who was invited and has chosen none) it takes as long, so that nobody learns who has an account. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const against = stored ?? (await dummy);
  const right = await taking(() => verify(against, password)).catch(() => false);
  return right && typeof stored === 'string';
}
