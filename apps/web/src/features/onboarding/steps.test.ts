import { describe, expect, it } from 'vitest';
import { type Facts, stepAt, stepsOf } from './steps.ts';

const NEW: Facts = { hasName: false, hasCompany: false, hasSettings: false, suppliers: 0, products: 0, invoices: 0 };
const done = (facts: Partial<Facts>, hasManagement = true) =>
  stepsOf({ ...NEW, ...facts }, hasManagement)
    .filter(({ isDone }) => isDone)
    .map(({ key }) => key);

describe('the steps of the onboarding', () => {
  it('are name and company, settings, supplier, product and invoice; each links to its screen', () => {
    expect(stepsOf(NEW, true).map(({ number, key, to }) => [number, key, to])).toEqual([
      [1, 'name', '/profile'],
      [2, 'settings', '/account-settings'],
      [3, 'supplier', '/suppliers/add'],
      [4, 'product', '/products/add'],
      [5, 'invoice', '/invoices/add'],
    ]);
  });
  it('are done as soon as their data exists', () => {
    expect(done({})).toEqual([]);
    expect(done({ hasName: true })).toEqual([]);
    expect(done({ hasName: true, hasCompany: true })).toEqual(['name']);
    expect(done({ hasSettings: true, suppliers: 2 })).toEqual(['settings', 'supplier']);
    expect(done({ products: 1 })).toEqual(['product']);
  });
  it('are all done in an account that has an invoice', () => expect(done({ invoices: 1 })).toHaveLength(5));
  it('lead to the company page if only the company is missing', () =>
    expect(stepsOf({ ...NEW, hasName: true }, true)[0]?.to).toBe('/profile/company'));
  it('add no records without the management section', () =>
    expect(stepsOf(NEW, false).map(({ key }) => key)).toEqual(['name', 'settings']));
});

describe('the current step', () => {
  const steps = stepsOf({ ...NEW, hasName: true, hasCompany: true, suppliers: 1 }, true);
  it('is the stored one if it is not done', () => expect(stepAt(steps, 4)).toBe(4));
  it('is the first that is not done if the stored one is done', () =>
    expect([stepAt(steps, 1), stepAt(steps, 3)]).toEqual([2, 2]));
  it('is after the last step if all are done', () => expect(stepAt(stepsOf({ ...NEW, invoices: 1 }, true), 1)).toBe(6));
});
