import { describe, expect, it } from 'vitest';
import { boxOf, patchOf, placeInBox } from './packaging-values.ts';

const product = {
  productPackaging: { length: '10', width: null, height: null, weight: '300', units: 2 },
  casePackaging: { length: null, width: null, height: null, weight: null, unitsPerCase: 12 },
};

describe('the form values of a package', () => {
  it('are the stored values, or empty texts', () => {
    expect(boxOf(product, 'productPackaging')).toEqual({
      length: '10',
      width: '',
      height: '',
      weight: '300',
      count: 2,
    });
    expect(boxOf(product, 'casePackaging')).toMatchObject({ length: '', count: 12 });
  });
  it('become a body with that package alone', () => {
    const box = { length: '10', width: null, height: null, weight: '300' };
    expect(patchOf('productPackaging', { ...box, count: 2 })).toEqual({ productPackaging: { ...box, units: 2 } });
    expect(patchOf('casePackaging', box)).toEqual({ casePackaging: { ...box, unitsPerCase: null } });
  });
  it('get the errors that the server reports for fields of the product', () => {
    const paths = ['casePackaging.unitsPerCase', 'casePackaging.length', 'name'];
    expect(paths.map((path) => placeInBox(path, 'casePackaging'))).toEqual(['count', 'length', 'name']);
  });
});
