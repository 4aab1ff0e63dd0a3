import { describe, expect, it } from 'vitest';
import { costTypeOfNewLine } from './new-line.ts';

describe('the cost type of a new line', () => {
  const nothing = { costType: null, type: null, isPaired: false } as const;
  it.each([
    ['FACTORY_INVOICE', 'an invoice of goods', nothing],
    ['SHIPPING', 'an invoice whose costs belong to goods of others', { ...nothing, isPaired: true }],
    ['CUSTOMS_AND_DUTIES', 'an invoice for customs only', { ...nothing, type: 'CUSTOMS_ONLY', isPaired: true }],
    ['INSPECTIONS', 'an invoice with a cost type', { ...nothing, costType: 'INSPECTIONS', isPaired: true }],
  ] as const)('is %s on %s', (costType, _words, invoice) => expect(costTypeOfNewLine(invoice)).toBe(costType));
});
