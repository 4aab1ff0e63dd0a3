import { textOfIssue } from '@quayside/contracts/texts/issues';
import { z } from 'zod';
import { ruleWords } from '../../i18n/rule-words.ts';

/** The errors of fields. The keys are dotted paths, such as `terms.0.price`. */
type ErrorsByPath = Record<string, string>;

const isBlank = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/**
 * Converts field values to the request body. An empty field becomes null if the schema accepts null, is omitted if it
 * is optional, and is sent as it is if it is required.
 */
export function bodyOf(schema: z.ZodType, values: Record<string, unknown>): Record<string, unknown> {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = shape[name];
    if (field && value === '' && !field.safeParse('').success) {
      if (field.safeParse(null).success) body[name] = null;
      else if (!field.safeParse(undefined).success) body[name] = value;
    } else if (value !== undefined) body[name] = value;
  }
  return body;
}

/** Validates values with the schema of the request body. Returns the first error of each path. */
export function errorsOf(schema: z.ZodType, values: Record<string, unknown>, required: string): ErrorsByPath {
  const result = schema.safeParse(bodyOf(schema, values));
  const errors: ErrorsByPath = {};
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.join('.');
    const text = textOfIssue(issue);
    const isAboutMissing = /required$|^choose\./.test(text.code);
    errors[path] ??= isBlank(valueAt(values, issue.path)) && !isAboutMissing ? required : ruleWords(text);
  }
  return errors;
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    values,
  );
}

/** Whether two field values look the same to the user. Null, undefined and empty text do. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  (isBlank(a) && isBlank(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The fields whose typed value differs from the stored one. */
export function differingFields(
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
  names: readonly string[],
): string[] {
  return names.filter((name) => !isSameValue(mine[name], theirs[name]));
}
