import { describe, expect, it } from 'vitest';
import { t } from '../../../i18n/i18n.ts';
import { productImportKit } from './product-import-kit.ts';

describe('the button that imports products', () => {
  it.each([
    [120, 34, 'Add 120 and change 34 products'],
    [1200, 1, 'Add 1,200 and change 1 product'],
    [1, 0, 'Add 1 product'],
    [9863, 0, 'Add 9,863 products'],
    [0, 2, 'Change 2 products'],
  ])('%i new, %i changed: %s', (create, update, words) =>
    expect(productImportKit.words(t).run({ create, update })).toBe(words),
  );
});
