import { getSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Work } from '../db/tx.ts';
import { AppError } from '../http/errors.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { aSupplier } from '../testing/invoices.ts';
import { type ReactionEvents, reactWith } from './reactions.ts';

const JOINED: ReactionEvents['member.joined'] = { personId: 'p', name: 'Maya', isAdmin: true };
let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
});
afterAll(() => t.close());

const rename = (w: Work, id: string, companyName: string) =>
  w.tx.updateTable('supplier').set({ company_name: companyName }).where('id', '=', id).execute();

describe('reactions between areas', () => {
  it('run in the order of the areas, one after the other', async () => {
    const heard: string[] = [];
    const hear = (area: string, ms: number) => ({
      'member.joined': async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        heard.push(area);
      },
    });
    const react = reactWith([hear('left', 20), {}, hear('middle', 10), hear('right', 0)]);
    await t.work(maya, (w) => react(w, 'member.joined', JOINED));
    expect(heard).toEqual(['left', 'middle', 'right']);
  });

  it("see what the transaction has written so far, and get the event's payload", async () => {
    const id = await aSupplier(t, maya, { name: 'Before', currency: 'GBP' });
    const seen: unknown[] = [];
    const react = reactWith([
      {
        'member.joined': async (w, event) => {
          const row = await w.tx.selectFrom('supplier').select('company_name').where('id', '=', id).executeTakeFirst();
          seen.push(row?.company_name, event);
        },
      },
    ]);
    await t.work(maya, async (w) => {
      await rename(w, id, 'After');
      await react(w, 'member.joined', JOINED);
    });
    expect(seen).toEqual(['After', JOINED]);
  });

  it('roll everything back when one of them refuses, and later ones do not run', async () => {
    const id = await aSupplier(t, maya, { name: 'Kept', currency: 'GBP' });
    let isAsked = false;
    const react = reactWith([
      { 'member.joined': async (w) => void (await rename(w, id, 'By an area')) },
      {
        'member.joined': async () => {
          throw new AppError('invoices.in_use');
        },
      },
      { 'member.joined': async () => void (isAsked = true) },
    ]);
    const work = t.work(maya, async (w) => {
      await rename(w, id, 'By the request');
      await react(w, 'member.joined', JOINED);
    });
    await expect(work).rejects.toThrow(AppError);
    expect((await t.ok(maya, getSupplier, { params: { id } })).companyName).toBe('Kept');
    expect(isAsked).toBe(false);
  });

  it('cannot be registered for an unknown event', () => {
    const react = reactWith([]);
    // @ts-expect-error There is no event of this name.
    const unknown = (w: Work) => react(w, 'member.unheard-of', JOINED);
    // @ts-expect-error The payload is incomplete.
    const incomplete = (w: Work) => react(w, 'member.joined', { personId: 'p' });
    // @ts-expect-error There cannot be a handler for an event that does not exist.
    const deaf = reactWith([{ 'member.unheard-of': async () => undefined }]);
    expect([unknown, incomplete, deaf]).toHaveLength(3);
  });
});
