import { undoOperation, type UndoResult } from '@quayside/contracts/undo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import type { Undoer } from '../area.ts';
import { createOperation } from './public.ts';
import { undoOperation as undo } from './undo.service.ts';

const MADE = new Date('2026-11-20T10:00:00.000Z');
let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
});
afterAll(() => t.close());

/**
 * Creates an operation of a test kind at 10:00. The payloads of operations that were undone are collected in `undone`.
 */
async function anOperation(payload: object = { rows: 1 }) {
  t.setTime(MADE);
  const id = await t.work(maya, (w) => createOperation(w, 'test.kind', payload));
  const undone: unknown[] = [];
  const run = (who = maya, by: () => void = () => undefined) => {
    const undoer: Undoer = async (_w, kept) => {
      undone.push(kept);
      by();
      return { restored: 1, keptCount: 0, kept: [] };
    };
    return t.work(who, (w) => undo(w, id, [{ name: 'other' }, { name: 'test', undoers: { 'test.kind': undoer } }]));
  };
  return { id, undone, run };
}
const codeOf = (run: Promise<UndoResult | undefined>) =>
  run.then(() => 'done').catch((e: unknown) => (e instanceof Error && 'code' in e ? e.code : e));

describe('an operation', () => {
  it('is undone once, by its kind, with its stored data', async () => {
    const { run, undone } = await anOperation({ rows: [{ id: 'a', was: '7' }] });
    expect([await codeOf(run()), await codeOf(run())]).toEqual(['done', 'undo.too_late']);
    expect(undone).toEqual([{ rows: [{ id: 'a', was: '7' }] }]);
  });

  it('can be undone for 10 minutes and not a moment longer', async () => {
    const [early, late] = [await anOperation(), await anOperation()];
    t.setTime(new Date(MADE.getTime() + 600_000));
    expect(await codeOf(early.run())).toBe('done');
    t.setTime(new Date(MADE.getTime() + 600_001));
    expect(await codeOf(late.run())).toBe('undo.too_late');
    expect(late.undone).toEqual([]);
  });

  it('stays unchanged when its area refuses, and can be tried again', async () => {
    const { run } = await anOperation();
    const refuse = () => {
      throw new RangeError('not now');
    };
    await expect(run(maya, refuse)).rejects.toThrow('not now');
    expect(await codeOf(run())).toBe('done');
  });

  it('of another account does not exist', async () => {
    const { id, run, undone } = await anOperation();
    const other = await t.admin();
    expect(await codeOf(run(other))).toBe('not_found');
    expect((await t.call(other, undoOperation, { params: { operationId: id } })).status).toBe(404);
    expect(undone).toEqual([]);
  });

  it('is undone once when two requests arrive at the same time', async () => {
    const { run, undone } = await anOperation();
    expect([await codeOf(Promise.all([run(), run()]).then(() => undefined)), undone.length]).toEqual([
      'undo.too_late',
      1,
    ]);
  });
});
