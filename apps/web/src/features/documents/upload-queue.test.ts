import { describe, expect, it } from 'vitest';
import { type Upload, type UploadCalls, UploadQueue } from './upload-queue.ts';

const pdf = (name: string) => new File(['%PDF'], name);
const tick = () => new Promise((resolve) => setTimeout(resolve));
const LOOSE = { kind: 'loose' } as const;

/** A queue whose uploads end only when the test ends them, with success or with an error. */
function queueWith(change: Partial<UploadCalls> = {}) {
  const sent: { name: string; key: string; end: (fails?: unknown) => void; signal: AbortSignal }[] = [];
  const placed: string[] = [];
  let ids = 0;
  const queue = new UploadQueue({
    send: (upload, key, signal) =>
      new Promise((resolve, reject) => {
        sent.push({
          name: upload.file.name,
          key,
          signal,
          end: (fails) => (fails ? reject(fails) : resolve({ id: `d-${upload.file.name}`, versionNumber: 1 })),
        });
      }),
    place: (upload) => (placed.push(upload.documentId ?? ''), Promise.resolve()),
    problemOf: (file) => (file.name.endsWith('.exe') ? 'Only Pdf, Doc, Docx files are allowed' : undefined),
    explain: (error) => ({ problem: String(error), isFinal: error === 'too large' }),
    newId: () => `u${++ids}`,
    ...change,
  });
  const states = () => queue.get().map((upload: Upload) => `${upload.file.name} ${upload.state}`);
  return { queue, sent, placed, states };
}

describe('uploads', () => {
  it('run two at a time, and the others wait', async () => {
    const { queue, sent, states, placed } = queueWith();
    void queue.add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')], LOOSE);
    expect(states()).toEqual(['a.pdf sending', 'b.pdf sending', 'c.pdf waiting']);
    sent[0]?.end();
    await tick();
    expect(states()).toEqual(['a.pdf done', 'b.pdf sending', 'c.pdf sending']);
    expect(placed).toEqual(['d-a.pdf']);
  });

  it('refuse files of another type without sending them, and accept the others', async () => {
    const { queue, sent, states } = queueWith();
    const ends = queue.add([pdf('virus.exe'), pdf('a.pdf')], LOOSE);
    expect(states()).toEqual(['virus.exe refused', 'a.pdf sending']);
    expect(sent.map(({ name }) => name)).toEqual(['a.pdf']);
    sent[0]?.end();
    expect(await ends).toMatchObject([
      { state: 'refused', problem: 'Only Pdf, Doc, Docx files are allowed' },
      { state: 'done' },
    ]);
  });

  it('keep a file that could not be sent, and retry it with the same key', async () => {
    const { queue, sent, states } = queueWith();
    const ends = queue.add([pdf('a.pdf')], LOOSE);
    sent[0]?.end('offline');
    expect(await ends).toMatchObject([{ state: 'failed', problem: 'offline' }]);
    queue.retry('u1');
    expect(queue.get()[0]).not.toHaveProperty('problem');
    sent[1]?.end();
    await tick();
    expect(states()).toEqual(['a.pdf done']);
    expect(sent.map(({ key }) => key)).toEqual(['u1.file', 'u1.file']);
  });

  it('offer no retry for a file that will never be accepted', async () => {
    const { queue, sent, states } = queueWith();
    void queue.add([pdf('a.pdf')], LOOSE);
    sent[0]?.end('too large');
    await tick();
    expect(states()).toEqual(['a.pdf refused']);
  });

  it('do not send a stored file again if only attaching it failed', async () => {
    let tries = 0;
    const { queue, sent, states } = queueWith({
      place: () => (tries++ === 0 ? Promise.reject(new Error('closed')) : Promise.resolve()),
    });
    void queue.add([pdf('a.pdf')], { kind: 'invoice', invoiceId: 'i', number: 'HS' });
    sent[0]?.end();
    await tick();
    expect(queue.get()[0]).toMatchObject({ state: 'failed', documentId: 'd-a.pdf' });
    queue.retry('u1');
    await tick();
    expect(states()).toEqual(['a.pdf done']);
    expect(sent).toHaveLength(1);
  });

  it('are aborted when they are removed from the list, and the next one starts', async () => {
    const { queue, sent, states } = queueWith();
    void queue.add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')], LOOSE);
    queue.drop('u1');
    expect(sent[0]?.signal.aborted).toBe(true);
    sent[0]?.end('aborted');
    await tick();
    expect(states()).toEqual(['b.pdf sending', 'c.pdf sending']);
  });

  it('are cleared when the person changes', () => {
    const { queue, sent } = queueWith();
    void queue.add([pdf('a.pdf')], LOOSE);
    queue.clear();
    expect(queue.get()).toEqual([]);
    expect(sent[0]?.signal.aborted).toBe(true);
  });
});
