import { isApiError } from './api-error.ts';
import type { FailureWords } from './failure-words.ts';
import { failureText, sentences } from './failure-text.ts';

/**
 * The fields that a form shows, by their names. For a request whose body looks otherwise than the form: a function from
 * the path of a field in the request to the name of the field that shows its error, or undefined.
 */
type ShownFields = readonly string[] | ((path: string) => string | undefined);

/** How a form tells a refusal. */
interface Refusals {
  /** The messages beside the fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
  /** The message of everything that no field shows; undefined if the fields show it all. */
  readonly rest: string | undefined;
}

const NONE: Refusals = { fields: {}, rest: undefined };

/**
 * Splits a refusal into what the fields of a form show and the rest, so that a form that gets an error for a field that
 * it does not have shows it too. Nothing else reads the errors of a refusal. Without an error there is nothing to
 * show.
 */
export function refusals(error: unknown, shownFields: ShownFields, words?: FailureWords): Refusals {
  if (error === null || error === undefined) return NONE;
  if (!isApiError(error) || error.errors.length === 0) return { fields: {}, rest: failureText(error, words) };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { field, message } of error.errors) {
    const place = placeOf(field.replace(/^body\./, ''), shownFields);
    if (place === undefined) rest.push(message);
    else fields[place] ??= message;
  }
  return { fields, rest: rest.length === 0 ? undefined : sentences(rest) };
}

/** The field that shows the error of a path: the field itself, or the one that contains it. */
function placeOf(path: string, shown: ShownFields): string | undefined {
  if (typeof shown === 'function') return shown(path);
  return [path, path.split('.')[0] ?? ''].find((name) => shown.includes(name));
}
