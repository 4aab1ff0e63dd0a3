import { describe, expect, it } from 'vitest';
import { createPdfQueue, type PdfCaller } from './pdf-queue.ts';

/** A queue whose PDFs are made when the test says so. `log` lists the names of those that were started. */
function aQueue({ places = 3, waitingOfAccount = 10, waiting = 100 } = {}) {
  const queue = createPdfQueue({ places, waitingOfAccount, waiting });
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, caller: Partial<PdfCaller> = {}) => {
    const answer = queue.run(
      { accountId: name, userId: name, isPreview: false, signal: new AbortController().signal, ...caller },
      () => {
        log.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
    );
    answer.catch(() => undefined);
    return answer;
  };
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { ask, end, log, settled };
}
const preview = (accountId: string, userId: string) => ({ accountId, userId, isPreview: true });

describe('the queue of PDFs', () => {
  it('gives each person one place, so that the previews of a viewer hold up nobody else', async () => {
    const { ask, log, settled } = aQueue();
    for (let i = 1; i <= 5; i += 1) void ask(`viewer ${i}`, preview('A', 'viewer'));
    void ask('colleague', preview('A', 'colleague'));
    void ask('other account', { accountId: 'B' });
    await settled();
    expect(log).toEqual(['viewer 1', 'colleague', 'other account']);
  });

  it('keeps a place free of previews for PDFs that are stored', async () => {
    const { ask, end, log, settled } = aQueue();
    for (const account of ['A', 'B', 'C']) void ask(`preview ${account}`, preview(account, account));
    await settled();
    expect(log).toEqual(['preview A', 'preview B']);
    void ask('stored');
    await settled();
    expect(log).toEqual(['preview A', 'preview B', 'stored']);
    await end('preview A');
    expect(log).toEqual(['preview A', 'preview B', 'stored']);
    await end('stored');
    expect(log.at(-1)).toBe('preview C');
  });

  it('lets accounts take turns, so that one with many PDFs does not hold up those with one', async () => {
    const { ask, end, log, settled } = aQueue({ places: 1 });
    void ask('first');
    for (const i of [1, 2, 3]) void ask(`A${i}`, { accountId: 'A', userId: `a${i}` });
    void ask('B1', { accountId: 'B', userId: 'b1' });
    void ask('B2', { accountId: 'B', userId: 'b2' });
    void ask('C1', { accountId: 'C', userId: 'c1' });
    await settled();
    for (const name of ['first', 'A1', 'B1', 'C1', 'A2', 'B2']) await end(name);
    expect(log).toEqual(['first', 'A1', 'B1', 'C1', 'A2', 'B2', 'A3']);
  });

  it('drops a PDF that waits when its caller goes, and never starts it', async () => {
    const { ask, end, log, settled } = aQueue({ places: 1 });
    const gone = new AbortController();
    void ask('first');
    const dropped = ask('dropped', { signal: gone.signal });
    void ask('second');
    await settled();
    gone.abort();
    await expect(dropped).rejects.toMatchObject({ reason: 'gone' });
    await end('first');
    expect(log).toEqual(['first', 'second']);
    await expect(ask('late', { signal: gone.signal })).rejects.toMatchObject({ reason: 'gone' });
  });

  it('is full for an account that has many waiting before it is full for others, and then for all', async () => {
    const { ask, end } = aQueue({ places: 1, waitingOfAccount: 2, waiting: 3 });
    void ask('first', { accountId: 'A', userId: 'a' });
    for (const i of [1, 2]) void ask(`A${i}`, { accountId: 'A', userId: `a${i}` });
    await expect(ask('A3', { accountId: 'A', userId: 'a3' })).rejects.toMatchObject({ reason: 'full' });
    void ask('B1');
    await expect(ask('C1')).rejects.toMatchObject({ reason: 'full' });
    await end('first');
    const taken = ask('D1');
    for (const name of ['A1', 'B1', 'A2', 'D1']) await end(name);
    expect(await taken).toBe('D1');
  });

  it('goes on after a PDF that failed', async () => {
    const queue = createPdfQueue({ places: 1, waitingOfAccount: 5, waiting: 5 });
    const caller = { accountId: 'A', userId: 'a', isPreview: false, signal: new AbortController().signal };
    await expect(queue.run(caller, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run({ ...caller }, async () => 'made')).toBe('made');
  });
});
