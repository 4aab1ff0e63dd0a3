import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../lib/errors/api-error.ts';
import { aPlan } from '../testing/a-plan.ts';
import { bodyOfPlan, fieldOfError, readCharge } from './plan-draft.ts';
import { createPlanEditor, type PlanEditorCalls } from './plan-editor.ts';

const TODAY = '2026-11-26';
const PLAN = aPlan();

function startEditor(save: PlanEditorCalls['save'], plan: ShipmentPlanWithPackLists = PLAN) {
  const sent: unknown[] = [];
  const refusals: unknown[] = [];
  const editor = createPlanEditor(plan, {
    save: (body) => (sent.push(body), save(body)),
    now: () => 0,
    today: () => TODAY,
    onRefusal: (error) => refusals.push(error),
    onSettled: () => undefined,
  });
  return { editor, sent, refusals };
}
const aRate = (text: string) => ({ text, direction: 'account' as const });
/** Long enough for a save that is not delayed. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 30));
const refuse = (status: number, fields: readonly string[]) =>
  new ApiError({
    status,
    code: 'bad_input',
    message: 'refused',
    errors: fields.map((field) => ({ field, code: 'bad_input', message: `wrong ${field}` })),
  });

describe('the body of a plan', () => {
  it('has what differs, without superfluous zeros and blanks', () => {
    const draft = { jobNumber: ' ', notes: 'x', charge: '2620.0', isHazardousGoods: false, containerType: null };
    expect(bodyOfPlan(draft, PLAN, TODAY)).toEqual({
      body: { jobNumber: null, notes: 'x', containerType: null },
      problems: {},
    });
  });
  it('has no day while the days contradict each other, and names the wrong one', () => {
    const { body, problems } = bodyOfPlan({ estimatedShipDate: '2027-02-01', cutOff: '' }, PLAN, TODAY);
    expect(body).toEqual({});
    expect(Object.keys(problems)).toEqual(['eta']);
    expect(bodyOfPlan({ readyOn: '2026-11-27' }, PLAN, TODAY).problems.readyOn).toBeDefined();
  });
  it.each([
    ['1.5*2', 'SHIPPING_RATE', { value: '3' }],
    ['3.8512', 'SHIPPING_RATE', { value: '3.8512' }],
    ['2620+1', 'CONTAINER_ESTIMATE', { value: '2621.00' }],
    ['', 'CONTAINER_ESTIMATE', { value: null }],
  ])('reads %s by %s', (typed, calculateBy, read) => {
    expect(readCharge(typed, calculateBy, 'USD')).toEqual(read);
  });
  it.each([
    ['body.shippingRateOrContainerEstimate', 'charge'],
    ['rateDate', 'rate'],
    ['shippedOn', 'plan'],
    ['eta', 'eta'],
  ])('shows an error of %s at %s', (path, field) => {
    expect(fieldOfError(path)).toBe(field);
  });
});

describe('the editor of a plan', () => {
  it('sends what was refused no more until something beside it changes', async () => {
    let isRefused = true;
    const { editor, sent } = startEditor(async (body) => {
      if (isRefused) throw refuse(422, ['shippingRateOrContainerEstimate']);
      return aPlan({
        calculateBy: 'SHIPPING_RATE',
        shippingRateOrContainerEstimate: '7',
        version: 2,
        ...(body as object),
      });
    });
    editor.setHeader('charge', '7');
    expect(await editor.flush()).toBe(false);
    await editor.flush();
    expect(sent).toHaveLength(1);
    expect(editor.get().header.errors.charge).toBe('wrong shippingRateOrContainerEstimate');
    isRefused = false;
    editor.setHeader('calculateBy', 'SHIPPING_RATE');
    expect(await editor.flush()).toBe(true);
    expect(sent.at(-1)).toEqual({ calculateBy: 'SHIPPING_RATE', shippingRateOrContainerEstimate: '7', version: 1 });
  });
  it.each([
    ['charge', '12', '12.50', { shippingRateOrContainerEstimate: '12.50' }],
    ['rate', aRate('0.7'), aRate('0.85'), { rate: '0.85', rateSource: 'manual' }],
    ['jobNumber', 'MOF', 'MOF-1', { jobNumber: 'MOF-1' }],
    ['notes', 'Keep', 'Keep dry', { notes: 'Keep dry' }],
  ] as const)('does not send what is being typed as %s before the field is left', async (field, half, whole, body) => {
    const { editor, sent } = startEditor(async (saved) => aPlan({ ...(saved as object), version: 2 }));
    editor.startHeader(field);
    editor.setHeader(field, half, 0);
    await expect.poll(() => editor.get().save.isSaving).toBe(true);
    await aWhile();
    expect([sent, editor.hasUnsaved()]).toEqual([[], true]);
    editor.setHeader(field, whole, 0);
    editor.leaveHeader(field);
    await expect.poll(() => sent).toEqual([{ ...body, version: 1 }]);
  });
  it('sends what is being typed when the page is left, and an accepted rate at once', async () => {
    const { editor, sent } = startEditor(async (saved) => aPlan({ ...(saved as object), version: 2 }));
    editor.startHeader('notes');
    editor.setHeader('notes', 'Keep dry');
    expect(await editor.flush()).toBe(true);
    expect(sent).toEqual([{ notes: 'Keep dry', version: 1 }]);
    editor.startHeader('rate');
    editor.setHeader('rate', { ...aRate('0.9'), proposed: { rate: '0.9', day: TODAY } }, 0);
    await expect.poll(() => sent.at(-1)).toMatchObject({ rate: '0.9', rateSource: 'feed' });
  });
  it('asks once for the words that the server wants, and sends them with what waited', async () => {
    const { editor, sent } = startEditor(async (body) => {
      if (body.shippedDespite === undefined && body.country !== undefined) throw refuse(422, ['shippedDespite']);
      return aPlan({ ...(body as object), version: 2 });
    });
    editor.setHeader('country', 'US');
    editor.setHeader('notes', 'Keep dry');
    // Nothing that depends on the plan goes on meanwhile.
    expect(await editor.flush()).toBe(false);
    expect(await editor.flush()).toBe(false);
    expect(sent).toHaveLength(1);
    expect(editor.get().asksWhy).toEqual({ message: 'wrong shippedDespite', fields: ['notes', 'country'] });
    editor.explain('Full');
    expect(await editor.flush()).toBe(true);
    expect(sent.at(-1)).toEqual({ country: 'US', notes: 'Keep dry', shippedDespite: 'Full', version: 1 });
    editor.setHeader('notes', 'Keep cool');
    expect(await editor.flush()).toBe(true);
    expect(sent.at(-1)).toEqual({ notes: 'Keep cool', version: 2 });
  });
  it('keeps the stored destination without words, and saves what was typed beside it', async () => {
    const { editor, sent } = startEditor(async (body) => {
      if (body.country !== undefined) throw refuse(422, ['shippedDespite']);
      return aPlan({ ...(body as object), version: 2 });
    });
    editor.setHeader('country', 'US');
    editor.setHeader('notes', 'Keep dry');
    await editor.flush();
    editor.keepDestination();
    expect(await editor.flush()).toBe(true);
    expect(sent.at(-1)).toEqual({ notes: 'Keep dry', version: 1 });
    expect(editor.get()).toMatchObject({ asksWhy: undefined, header: { draft: {} } });
  });
});
