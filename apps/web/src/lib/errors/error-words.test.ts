import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safePage, withoutSecrets, wordsOf } from './error-words.ts';

describe('the path in a report', () => {
  it.each([
    ['/', '/'],
    ['/products/HP-KTL-01/case-packaging', '/products/:id/case-packaging'],
    ['/invoices/01930000-0000-7000-8000-000000000001?line=7', '/invoices/:id'],
    ['/find-a-Bookkeeper', '/find-a-Bookkeeper'],
    [
      '/login/new-password/01930000-0000-7000-8000-000000000001/kJ3n-9sdAAbcdEfghijklmnopqrstuvwxyz0123456',
      '/login/new-password/:id/:id',
    ],
  ])('%s is %s', (path, page) => expect(safePage(path)).toBe(page));
  it('contains no token', () => {
    const secret = fc.stringMatching(/^[\w-]{43}$/);
    fc.assert(fc.property(secret, (token) => !safePage(`/login/verify/x/${token}`).includes(token)));
  });
});

describe('the message in a report', () => {
  it.each([
    ['Unexpected token \'H\', "Harbour se"... is not valid JSON', 'Unexpected token […], […]... is not valid JSON'],
    ["Cannot read properties of undefined (reading 'total')", "Cannot read properties of undefined (reading 'total')"],
    ["The supplier 'Harbour Ltd' isn't there", "The supplier […] isn't there"],
    ['No row for ada@harbour.test', 'No row for [e-mail]'],
    ['Bearer qs_kJ3n9sdAAbcdEfghijklmnopqrstuvwxyz', 'Bearer [token]'],
    ['IBAN 12345678 is wrong', 'IBAN [number] is wrong'],
    ['at f (https://quayside.example/assets/index-Ab3dEf9h.js:10:5)', 'at f (/assets/index.js:10:5)'],
    ['Failed to fetch https://quayside.example/invoices/7?token=abc', 'Failed to fetch /invoices/:id'],
  ])('%s', (text, words) => expect(withoutSecrets(text)).toBe(words));
  it('is cut to the stored length, and is empty for a thrown value that is not an Error', () => {
    const error = new Error('ab '.repeat(3000));
    error.stack = `Error\n${'    at f (https://q.example/assets/x.js:1:1)\n'.repeat(500)}`;
    const { message, stack } = wordsOf(error);
    expect([message.length <= 300, (stack ?? '').length <= 4000, (stack ?? '').split('\n').length]).toEqual([
      true,
      true,
      20,
    ]);
    expect(wordsOf('typed into a form')).toEqual({ message: 'Not an error: string' });
  });
});
