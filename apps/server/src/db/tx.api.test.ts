import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { asSystem } from './tx.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/**
 * Runs a unit of work that fails `failures` times with this SQL error code. Returns the times at which the attempts
 * started.
 */
async function attemptsOf(code: string, failures: number): Promise<number[]> {
  const began: number[] = [];
  await asSystem(t.deps, async (tx) => {
    began.push(performance.now());
    if (began.length <= failures)
      await sql`do ${sql.raw(`$$ begin raise exception 'planned' using errcode = '${code}'; end $$`)}`.execute(tx);
  });
  return began;
}

describe('a unit of work that conflicts with other transactions', () => {
  it.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ])('is tried again after %s, each time after a random pause', async (_, code) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9);
    const [first = 0, second = 0, third = 0] = await attemptsOf(code, 2);
    random.mockRestore();
    expect(second - first).toBeGreaterThan(40);
    expect(third - second).toBeGreaterThan(80);
  });

  it('fails after the third attempt', async () => {
    await expect(attemptsOf('40P01', 3)).rejects.toMatchObject({ code: '40P01' });
  });

  it('is not retried after another kind of error', async () => {
    await expect(attemptsOf('23505', 1)).rejects.toMatchObject({ code: '23505' });
  });
});
