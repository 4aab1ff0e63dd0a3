import { describe, expect, it } from 'vitest';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';

installBrowserGlobals();
const { ApiError } = await import('./api-error.ts');
const { refusals } = await import('./refusals.ts');

const GENERIC = 'Something went wrong';
const refused = (...errors: { field: string; message: string }[]) =>
  new ApiError({ status: 422, code: 'bad_input', message: GENERIC, errors });

describe('refusals', () => {
  it('are shown at the fields of the form, or at the field that contains them, and all others beside them', () => {
    const error = refused(
      { field: 'sku', message: 'SKU must be unique' },
      { field: 'body.name', message: 'Too long' },
      { field: 'tags.3', message: 'Empty tag' },
      { field: 'filter', message: 'Odd' },
    );
    expect(refusals(error, ['sku', 'name', 'tags'])).toEqual({
      fields: { sku: 'SKU must be unique', name: 'Too long', tags: 'Empty tag' },
      rest: 'Odd',
    });
    expect(refusals(error, ['sku', 'name', 'tags', 'filter']).rest).toBeUndefined();
    expect(refusals(error, ['sku'])).toEqual({
      fields: { sku: 'SKU must be unique' },
      rest: 'Too long. Empty tag. Odd.',
    });
  });
  it('are found by a function where the request looks otherwise than the form', () => {
    const error = refused({ field: 'rows.0.day', message: 'Too late' }, { field: 'rows.0.productId', message: 'Gone' });
    const inRow = (path: string) => (path === 'rows.0.day' ? 'day' : undefined);
    expect(refusals(error, inRow)).toEqual({ fields: { day: 'Too late' }, rest: 'Gone' });
  });
  it('without a field are the message of the failure, and without an error there are none', () => {
    const words = { verb: 'create', entity: 'product' } as const;
    expect(refusals(refused(), ['sku'], words)).toEqual({
      fields: {},
      rest: 'An error occured trying to create product',
    });
    expect(refusals(null, ['sku'], words)).toEqual({ fields: {}, rest: undefined });
  });
});
