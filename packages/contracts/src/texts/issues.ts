import type { z } from 'zod';
import { say, type Text } from './catalogue.ts';

/** The format of a message that `sayInSchema` writes: a code, and the values of the text. */
const OWN = /^([a-z]+(?:\.[a-z_]+)+)(?: (\{.*\}))?$/s;

/** Converts a problem that a schema found into a text: the text that the schema names, otherwise a general one. */
export function textOfIssue(issue: Pick<z.core.$ZodIssue, 'code' | 'message' | 'input'>): Text {
  const [, code, params] = OWN.exec(issue.message) ?? [];
  // Only `sayInSchema` writes messages of this format, and its codes are always in the catalogue.
  if (code !== undefined)
    return {
      code: code as Text['code'],
      ...(params !== undefined && { params: JSON.parse(params) as Text['params'] }),
    };
  if (issue.code === 'unrecognized_keys') return say('field.unknown');
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.startsWith('Invalid input'))
    return say('field.required');
  return say('field.invalid', { details: issue.message });
}
