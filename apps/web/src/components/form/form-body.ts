import type { z } from 'zod';
import type { AppFormOptions, FormShape } from './form-types.ts';
import { bodyOf, errorsOf } from './form-values.ts';

type Options<V extends FormShape, S extends z.ZodType> = Pick<AppFormOptions<V, S>, 'schema' | 'local' | 'check'>;

/** The request body that is built from these values. */
export const bodyFor = <V extends FormShape, S extends z.ZodType>(values: V, options: Options<V, S>): z.input<S> =>
  bodyOf(schemaOf(options.schema), sentOf(values, options)) as z.input<S>;

/** The errors by field. They come from the endpoint's schema and from the form's own check. */
export function problemsOf<V extends FormShape, S extends z.ZodType>(
  values: V,
  options: Options<V, S>,
  required: string,
): Record<string, string> {
  const found = errorsOf(schemaOf(options.schema), sentOf(values, options), required);
  return { ...found, ...omitEmpty(options.check?.(values) ?? {}) };
}

/** The new row version in the response to a save. The next save sends this version. */
export function newVersion(answer: unknown, values: FormShape): { version?: number } {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined;
  return 'version' in values && typeof version === 'number' ? { version } : {};
}

/** The values to send: all except the `local` ones. */
const sentOf = <V extends FormShape>(values: V, { local = [] }: { readonly local?: readonly string[] }): FormShape =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !local.includes(name)));

function schemaOf<S extends z.ZodType>(schema: S | undefined): S {
  if (!schema) throw new Error('This form was made for a call without a body');
  return schema;
}

const omitEmpty = (errors: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined));
