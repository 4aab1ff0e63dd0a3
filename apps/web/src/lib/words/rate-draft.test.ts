import { describe, expect, it } from 'vitest';
import { invertRate, rateText, storedRate, typedDirection } from './rate-draft.ts';

describe('a rate typed in either direction', () => {
  it('is stored as typed when it is account currency for 1 of the document', () => {
    expect(storedRate({ text: ' 0.1073 ', direction: 'account' })).toEqual({ value: '0.1073' });
    expect(storedRate({ text: '0,1073', direction: 'account' })).toEqual({ value: '0.1073' });
  });
  it('is inverted otherwise, with ten digits, and can be displayed as typed', () => {
    const stored = storedRate({ text: '9.32', direction: 'document' });
    expect(stored).toEqual({ value: '0.1072961373' });
    expect(rateText({ rate: '0.1072961373', rateTyped: null }, 'document')).toBe('9.32');
  });
  it('never has more decimals than the API accepts', () => {
    expect(storedRate({ text: '20500', direction: 'document' })).toEqual({ value: '0.000048780488' });
  });
  it('is null when it is cleared, and is refused with a message when it is invalid', () => {
    expect(storedRate({ text: ' ', direction: 'account' })).toEqual({ value: null });
    expect(storedRate({ text: '0', direction: 'document' })).toEqual({ problem: 'A rate is above 0' });
    expect(storedRate({ text: 'abc', direction: 'document' })).toHaveProperty('problem');
  });
});

describe('a rate on screen', () => {
  it.each([
    ['0.1073', 'account'],
    ['0.1072961373', 'document'],
    ['1.25', 'account'],
    ['10', 'account'],
    ['0.00665', 'account'],
    ['0.125', 'document'],
    [null, 'document'],
  ] as const)('%s was typed in the direction %s', (stored, direction) => {
    expect(typedDirection({ rate: stored, rateTyped: null })).toBe(direction);
  });
  it('is the figure as it was typed, in the direction in which it was typed', () => {
    const typed = { rate: '0.125', rateTyped: { rate: '8.00', per: 'ACCOUNT' as const } };
    expect([typedDirection(typed), rateText(typed, 'document'), rateText(typed, 'account')]).toEqual([
      'document',
      '8.00',
      '0.125',
    ]);
    const other = { rate: '0.125', rateTyped: { rate: '0.125', per: 'DOCUMENT' as const } };
    expect([typedDirection(other), rateText(other, 'document')]).toEqual(['account', '8']);
  });
  it('inverts only valid rates', () => {
    expect(invertRate('0.8')).toBe('1.25');
    expect(invertRate('')).toBeUndefined();
  });
});
