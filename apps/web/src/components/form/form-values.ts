import type { FieldError } from '@quayside/contracts/errors';
import { z } from 'zod';

/** Errors by dotted path. */
export type ErrorsByPath = Record<string, string>;

const isBlank = (value: unknown): boolean => value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/**
 * Turns what stands in the fields into the body of the call. An empty field means "cleared" where the schema
 * takes null, "left out" where it may be absent, and stays as it is where it has to be filled.
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

/** Checks values against the schema of the endpoint's body: errors by path, the first of each. */
export function errorsOf(schema: z.ZodType, values: Record<string, unknown>, required: string): ErrorsByPath {
  const result = schema.safeParse(bodyOf(schema, values));
  const errors: ErrorsByPath = {};
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.join('.');
    errors[path] ??= isBlank(valueAt(values, issue.path)) && !/required|Choose/.test(issue.message) ? required : issue.message;
  }
  return errors;
}

/** The server's errors, for fields that the form has and for those that it has not. */
export function splitServerErrors(errors: readonly FieldError[], known: (path: string) => boolean): { fields: ErrorsByPath; rest: string[] } {
  const fields: ErrorsByPath = {};
  const rest: string[] = [];
  for (const { field, message } of errors) {
    const path = field.replace(/^body\./, '');
    const own = known(path) ? path : path.split('.')[0];
    if (own !== undefined && known(own)) fields[own] ??= message;
    else rest.push(message);
  }
  return { fields, rest };
}

export function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined), values);
}

/** Two field values are the same for a person: null, undefined and empty text do not differ. */
export const isSameValue = (a: unknown, b: unknown): boolean => (isBlank(a) && isBlank(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ between what was typed and what is stored. */
export function differingFields(mine: Record<string, unknown>, theirs: Record<string, unknown>, names: readonly string[]): string[] {
  return names.filter((name) => !isSameValue(mine[name], theirs[name]));
}
