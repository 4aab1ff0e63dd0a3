import type { z } from 'zod';
import { say, type Text } from './catalogue.ts';

/** What `sayInSchema` writes: a code, and the values in it. */
const OWN = /^([a-z]+(?:\.[a-z_]+)+)(?: (\{.*\}))?$/s;

/** What a schema found wrong, as a text: our own where the schema names one. */
export function textOfIssue(issue: Pick<z.core.$ZodIssue, 'code' | 'message' | 'input'>): Text {
  const [, code, params] = OWN.exec(issue.message) ?? [];
  // Only `sayInSchema` writes such messages, and it takes no code but those of the catalogue.
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
