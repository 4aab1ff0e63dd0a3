import { email, measureIn, optionalText, requiredText } from '@quayside/contracts/primitives';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyOf, differingFields, errorsOf, splitServerErrors } from './form-values.ts';

const schema = z.strictObject({
  name: requiredText(10),
  email,
  notes: optionalText(20).optional(),
  weight: measureIn.nullable().optional(),
  colour: z.enum(['RED', 'BLUE']).optional(),
  supplierIds: z.array(z.string()).min(1, 'At least one supplier is required'),
});
const filled = { name: 'Lamp', email: 'a@b.example', notes: '', weight: '', colour: '', supplierIds: ['x'] };

describe('bodyOf', () => {
  it('clears what takes null, leaves out what may be absent, keeps what has to be filled', () => {
    expect(bodyOf(schema, { ...filled, name: '' })).toEqual({ name: '', email: 'a@b.example', notes: '', weight: null, supplierIds: ['x'] });
  });
});

describe('errorsOf', () => {
  it('finds nothing wrong in a filled form', () => {
    expect(errorsOf(schema, filled, 'This field is required')).toEqual({});
  });
  it('keeps the words of the documents and says "required" elsewhere', () => {
    expect(errorsOf(schema, { ...filled, name: '', email: '', supplierIds: [] }, 'This field is required')).toEqual({
      name: 'This field is required',
      email: 'E-mail is required',
      supplierIds: 'At least one supplier is required',
    });
  });
  it('says what is wrong with a value that is there', () => {
    expect(errorsOf(schema, { ...filled, weight: '-1', email: 'a@' }, 'This field is required')).toEqual({
      weight: 'Write a number of 0 or more with at most 4 decimals',
      email: 'E-mail must be valid',
    });
  });
});

describe('splitServerErrors', () => {
  it('puts what the form knows at its field, and the rest aside', () => {
    const split = splitServerErrors(
      [
        { field: 'sku', message: 'SKU must be unique' },
        { field: 'body.name', message: 'Too long' },
        { field: 'tags.3', message: 'Empty tag' },
        { field: 'filter', message: 'Odd' },
      ],
      (path) => ['sku', 'name', 'tags'].includes(path),
    );
    expect(split).toEqual({ fields: { sku: 'SKU must be unique', name: 'Too long', tags: 'Empty tag' }, rest: ['Odd'] });
  });
});

describe('differingFields', () => {
  it('does not count empty text and null as a difference', () => {
    expect(differingFields({ a: '', b: 'x', c: ['1'] }, { a: null, b: 'y', c: ['1'] }, ['a', 'b', 'c'])).toEqual(['b']);
  });
});
