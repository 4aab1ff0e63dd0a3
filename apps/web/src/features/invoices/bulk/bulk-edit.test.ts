import { describe, expect, it } from 'vitest';
import { aLine } from '../testing/an-invoice.ts';
import { editsOf, questionsOf, restoration, sumOfLines } from './bulk-edit.ts';

const freight = (over: Parameters<typeof aLine>[0] = {}) =>
  aLine({ product: null, order: null, costType: 'SHIPPING', effectiveBasis: 'CHARGEABLE_WEIGHT', ...over });
const order = { type: 'ORDER' as const, id: 'order-1', label: 'SO-1', order: null };
const credit = aLine({ creditsLine: { invoiceId: 'i', invoiceNumber: 'HS', lineId: 'l', position: 1 } });

describe('a change of many lines', () => {
  it('contains only the lines that change, each with the body that undoes the change', () => {
    const edits = editsOf([freight({ invoiceLineId: 'a' }), freight({ invoiceLineId: 'b', costType: 'STORAGE' })], {
      of: 'costType',
      costType: 'STORAGE',
    });
    expect(edits.map(({ line, body, undo }) => [line.invoiceLineId, body, undo])).toEqual([
      ['a', { costType: 'STORAGE' }, { costType: 'SHIPPING' }],
    ]);
  });
  it('changes basis and scope only of lines without a product', () => {
    const edits = editsOf([aLine(), freight({ invoiceLineId: 'b' })], {
      of: 'spread',
      basis: 'WEIGHT',
      scope: undefined,
    });
    expect(edits.map(({ line }) => line.invoiceLineId)).toEqual(['b']);
    expect(edits[0]?.body).toEqual({ basis: 'WEIGHT' });
  });
  it('leaves freight and insurance out that would go by duty, and drops duty from what becomes freight', () => {
    const duty = freight({ invoiceLineId: 'b', costType: 'CUSTOMS_AND_DUTIES', basis: 'DUTY' });
    const storage = freight({ invoiceLineId: 'c', costType: 'STORAGE' });
    const byDuty = editsOf([freight(), storage], { of: 'spread', basis: 'DUTY', scope: undefined });
    expect(byDuty.map(({ line, body }) => [line.invoiceLineId, body])).toEqual([['c', { basis: 'DUTY' }]]);
    expect(editsOf([duty], { of: 'costType', costType: 'SHIPPING' })).toMatchObject([
      { body: { costType: 'SHIPPING', basis: null }, undo: { costType: 'CUSTOMS_AND_DUTIES', basis: 'DUTY' } },
    ]);
  });
  it('omits a basis or scope that is already the same', () => {
    const same = freight({ basis: 'WEIGHT', scope: [order] });
    expect(editsOf([same], { of: 'spread', basis: 'WEIGHT', scope: [order] })).toEqual([]);
    expect(editsOf([same], { of: 'spread', basis: 'WEIGHT', scope: null })[0]).toMatchObject({
      body: { scope: null },
      undo: { scope: [{ type: 'ORDER', id: 'order-1' }] },
    });
  });
  it('restores typed shares together with their basis', () => {
    const typed = freight({ basis: 'MANUAL', manualShares: [{ layerId: 'layer', packListId: null, amount: '5.00' }] });
    expect(editsOf([typed], { of: 'spread', basis: 'EQUAL', scope: undefined })[0]?.undo).toEqual({
      basis: 'MANUAL',
      manualShares: [{ layerId: 'layer', packListId: null, amount: '5.00' }],
    });
  });
  it('excludes lines with a reason, and restores the old one', () => {
    expect(editsOf([freight()], { of: 'exclude', isExcluded: true, reason: ' Deposit ' })[0]).toMatchObject({
      body: { isExcludedFromGeneralCostsData: true, exclusionReason: 'Deposit' },
      undo: { isExcludedFromGeneralCostsData: false },
    });
    const excluded = freight({ isExcludedFromGeneralCostsData: true, exclusionReason: 'Deposit' });
    expect(editsOf([excluded], { of: 'exclude', isExcluded: true, reason: 'Deposit' })).toEqual([]);
    expect(editsOf([excluded], { of: 'exclude', isExcluded: false, reason: '' })[0]?.undo).toEqual({
      isExcludedFromGeneralCostsData: true,
      exclusionReason: 'Deposit',
    });
  });
  it('leaves out lines that credit others', () =>
    expect(editsOf([credit], { of: 'tax', isTaxRecoverable: false })).toEqual([]));
});

describe('the preview of a bulk change', () => {
  it('is requested once for lines with the same basis and scope', () => {
    const edits = editsOf(
      [
        freight({ invoiceLineId: 'a' }),
        freight({ invoiceLineId: 'b' }),
        freight({ invoiceLineId: 'c', scope: [order] }),
      ],
      {
        of: 'spread',
        basis: 'WEIGHT',
        scope: undefined,
      },
    );
    expect(questionsOf(edits)).toEqual([
      { lineId: 'a', basis: 'WEIGHT', scope: null, count: 2 },
      { lineId: 'c', basis: 'WEIGHT', scope: [{ type: 'ORDER', id: 'order-1' }], count: 1 },
    ]);
  });
  it('names the default basis of a new cost type, but not a basis that was chosen', () => {
    const change = { of: 'costType', costType: 'CUSTOMS_AND_DUTIES' } as const;
    expect(questionsOf(editsOf([freight()], change))[0]?.basis).toBe('VALUE');
    expect(questionsOf(editsOf([freight({ basis: 'EQUAL' })], change))[0]?.basis).toBe('EQUAL');
  });
  it('is not requested for lines with a product, excluded lines and typed shares', () => {
    const excluded = freight({ isExcludedFromGeneralCostsData: true });
    expect(
      questionsOf(editsOf([aLine(), excluded, freight({ basis: 'MANUAL' })], { of: 'costType', costType: 'STORAGE' })),
    ).toEqual([]);
    expect(questionsOf(editsOf([freight()], { of: 'tax', isTaxRecoverable: false }))).toEqual([]);
  });
});

describe('deleted lines', () => {
  it('are restored at their positions; the other lines keep their ids', () => {
    const before = [freight({ invoiceLineId: 'a', name: 'Truck' }), freight({ invoiceLineId: 'b' })];
    expect(restoration(before, new Set(['b']))).toEqual([
      expect.objectContaining({ name: 'Truck', costType: 'SHIPPING' }),
      { invoiceLineId: 'b' },
    ]);
    expect(restoration(before, new Set(['b']))[0]).not.toHaveProperty('invoiceLineId');
  });
  it('are restored as credits', () =>
    expect(restoration([credit], new Set())).toEqual([expect.not.objectContaining({ costType: expect.anything() })]));
});

it('adds up the amounts of the selected lines', () =>
  expect(sumOfLines([freight({ amount: '10.10' }), freight({ amount: '-0.20' })], 'CNY')).toBe('9.90'));
