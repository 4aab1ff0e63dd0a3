import { email, measureIn, optionalText, requiredText } from '@quayside/contracts/primitives';
import { sayInSchema } from '@quayside/contracts/texts/catalogue';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyOf, differingFields, errorsOf } from './form-values.ts';

const schema = z.strictObject({
  name: requiredText(10),
  email,
  notes: optionalText(20).optional(),
  weight: measureIn.nullable().optional(),
  colour: z.enum(['RED', 'BLUE']).optional(),
  supplierIds: z.array(z.string()).min(1, sayInSchema('field.supplier_required')),
});
const filled = { name: 'Lamp', email: 'a@b.example', notes: '', weight: '', colour: '', supplierIds: ['x'] };

describe('bodyOf', () => {
  it('sends null for cleared nullable fields, omits optional ones and keeps required ones', () => {
    expect(bodyOf(schema, { ...filled, name: '' })).toEqual({
      name: '',
      email: 'a@b.example',
      notes: '',
      weight: null,
      supplierIds: ['x'],
    });
  });
});

describe('errorsOf', () => {
  it('returns no errors for a valid form', () => {
    expect(errorsOf(schema, filled, 'This field is required')).toEqual({});
  });
  it('keeps documented messages and says "required" otherwise', () => {
    expect(errorsOf(schema, { ...filled, name: '', email: '', supplierIds: [] }, 'This field is required')).toEqual({
      name: 'This field is required',
      email: 'E-mail is required',
      supplierIds: 'At least one supplier is required',
    });
  });
  it('explains what is wrong with a value', () => {
    expect(errorsOf(schema, { ...filled, weight: '-1', email: 'a@' }, 'This field is required')).toEqual({
      weight: 'Enter a number of 0 or more with at most 4 decimals',
      email: 'E-mail must be valid',
    });
  });
});

describe('differingFields', () => {
  it('treats empty text and null as equal', () => {
    expect(differingFields({ a: '', b: 'x', c: ['1'] }, { a: null, b: 'y', c: ['1'] }, ['a', 'b', 'c'])).toEqual(['b']);
  });
});
