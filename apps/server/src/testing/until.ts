import { expect } from 'vitest';

/** Waits for a condition that another process or a job brings about. Waits long enough for a busy machine. */
export async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(is, { timeout: 60_000 }).toBe(true);
}
