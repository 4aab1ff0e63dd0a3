import { describe, expect, it } from 'vitest';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';

installBrowserGlobals();
const { ApiError } = await import('./api-error.ts');
const { failureText } = await import('./failure-text.ts');

const failure = (status: number, message = 'Something went wrong', errors: { field: string; message: string }[] = []) =>
  new ApiError({ status, code: 'c', message, errors });

describe('failureText', () => {
  it.each([422, 500])('falls back to "Something went wrong" for %i without further details', (status) => {
    expect(failureText(failure(status))).toBe('Something went wrong');
    expect(failureText(new TypeError('x is undefined'))).toBe('Something went wrong');
  });
  it.each([
    [{ verb: 'create', entity: 'invoice', fixed: 'createInvoice' }, 'An error occurred while trying to create invoice'],
    [
      { verb: 'create', entity: 'document', fixed: 'uploadDocument' },
      'An error occurred while trying to upload document',
    ],
    [{ verb: 'create', entity: 'product' }, 'An error occured trying to create product'],
  ] as const)('is the message of the server, or else the documented one: %j', (words, documented) => {
    expect(failureText(failure(409, 'SKU must be unique'), words)).toBe('SKU must be unique');
    expect(
      failureText(failure(422, 'Something went wrong', [{ field: 'sku', message: 'This field is required' }]), words),
    ).toBe('This field is required');
    expect(failureText(failure(500), words)).toBe(documented);
  });
});
