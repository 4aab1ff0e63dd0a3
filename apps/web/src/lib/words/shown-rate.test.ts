import { describe, expect, it } from 'vitest';
import { rateFigure, rateWords, shownRate } from './shown-rate.ts';

const currencies = { document: 'CNY', account: 'GBP' };

describe('a rate on screen', () => {
  it.each([
    ['0.1072961373', '9.3200 CNY per GBP'],
    ['0.1073', '0.1073 GBP per CNY'],
    ['0.10731258', '9.318572 CNY per GBP'],
    ['1.25', '1.2500 GBP per CNY'],
    ['1234.5', '1,234.5000 GBP per CNY'],
  ])('%s names both currencies, in the direction in which it was typed: %s', (stored, words) => {
    expect(rateWords(shownRate(stored, currencies))).toBe(words);
  });
  it('is shown as it was typed, whatever its digits look like', () => {
    expect(rateWords(shownRate('0.125', currencies, { rate: '8', per: 'ACCOUNT' }))).toBe('8.0000 CNY per GBP');
    expect(rateWords(shownRate('0.125', currencies, { rate: '0.125', per: 'DOCUMENT' }))).toBe('0.1250 GBP per CNY');
  });
  it.each([
    ['9.32', '9.3200'],
    ['9.319664', '9.319664'],
    ['9.3196643', '9.319664'],
    ['150', '150.0000'],
    ['1.3080000', '1.3080'],
  ])('%s has at least four decimals: %s', (text, figure) => {
    expect(rateFigure(text)).toBe(figure);
  });
});
