import { expect, it } from 'vitest';
import { createSaveQueue, type Job } from './save-queue.ts';

const MOMENTS = [0, 1, 2, 3, 4, 5, 6];
const wait = async (ticks: number) => {
  for (let i = 0; i < ticks; i += 1) await Promise.resolve();
};

/** Creates a queue. Each item of `typed` is one piece of typed input to save. */
function startQueue(typed: Job[] = [], conflict?: object) {
  const save = { isSaving: false, isFailing: false, savedAt: null };
  const store = { get: () => ({ conflict, save }), setSave: () => undefined };
  return createSaveQueue({
    store,
    nextSave: () => typed.shift(),
    isHeld: () => false,
    now: () => 0,
    onRefusal: () => undefined,
    onSettled: () => undefined,
  });
}

it.each(MOMENTS)('runs a call that is added %i ticks after the answer of the one before', async (ticks) => {
  const queue = startQueue();
  await queue.run(async () => 'first');
  await wait(ticks);
  let answer = '';
  void queue.run(async () => 'second').then((second) => (answer = second));
  await expect.poll(() => answer, { timeout: 1_000 }).toBe('second');
});

it.each(MOMENTS)('saves what is typed and flushed %i ticks after the answer of a call', async (ticks) => {
  const typed: Job[] = [];
  const queue = startQueue(typed);
  await queue.run(async () => 'first');
  await wait(ticks);
  let isSaved = false;
  typed.push(async () => void (isSaved = true));
  await queue.pump();
  expect(isSaved).toBe(true);
});

it('runs a call that is added while typed input is refused', async () => {
  const refused = Promise.withResolvers<boolean>();
  const queue = startQueue([() => refused.promise]);
  void queue.pump();
  let answer = '';
  void queue.run(async () => 'done').then((done) => (answer = done));
  refused.reject(new Error('refused'));
  await expect.poll(() => answer, { timeout: 1_000 }).toBe('done');
});

it('lets calls wait while a conflict is open', async () => {
  const queue = startQueue([], { of: 'header' });
  let answer = '';
  void queue.run(async () => 'done').then((done) => (answer = done));
  await queue.idle();
  expect([answer, queue.isIdle()]).toEqual(['', false]);
});
