import { describe, expect, it } from 'vitest';
import { invertRate, naturalDirection, rateText, shownRate, storedRate } from './rate.ts';

describe('a rate typed in either direction', () => {
  it('is stored as typed when it is account currency for 1 of the document', () => {
    expect(storedRate({ text: ' 0.1073 ', direction: 'account' })).toEqual({ value: '0.1073' });
    expect(storedRate({ text: '0,1073', direction: 'account' })).toEqual({ value: '0.1073' });
  });
  it('is turned round otherwise, with ten digits, and reads the same again', () => {
    const stored = storedRate({ text: '9.32', direction: 'document' });
    expect(stored).toEqual({ value: '0.1072961373' });
    expect(rateText('0.1072961373', 'document')).toBe('9.32');
  });
  it('never has more decimals than the API takes', () => {
    expect(storedRate({ text: '20500', direction: 'document' })).toEqual({ value: '0.000048780488' });
  });
  it('is emptied, or refused in words', () => {
    expect(storedRate({ text: ' ', direction: 'account' })).toEqual({ value: null });
    expect(storedRate({ text: '0', direction: 'document' })).toEqual({ problem: 'A rate is above 0' });
    expect(storedRate({ text: 'abc', direction: 'document' })).toHaveProperty('problem');
  });
});

describe('a rate on screen', () => {
  it.each([
    ['9.32', '9.3200'],
    ['9.319664', '9.319664'],
    ['0.10729613', '0.107296'],
    ['150', '150.0000'],
    ['1.3080000', '1.3080'],
  ])('%s is %s', (text, shown) => {
    expect(shownRate(text)).toBe(shown);
  });
  it.each([
    ['0.1073', 'document'],
    ['1.25', 'account'],
    ['10', 'account'],
    ['0.00665', 'document'],
    [null, 'document'],
  ] as const)('%s reads better as %s', (stored, direction) => {
    expect(naturalDirection(stored)).toBe(direction);
  });
  it('turns round what it can', () => {
    expect(invertRate('0.8')).toBe('1.25');
    expect(invertRate('')).toBeUndefined();
  });
});
