import { type ApiError, hasCode, isApiError, isNetworkError } from './api-error.ts';

// What editors that save by themselves share: which failures end a trial, and when a typed value is dropped.

export const isConflict = (error: unknown): error is ApiError =>
  hasCode(error, 'conflict_version') && error.current !== undefined;
/** Whether the server has refused the request (409 or 422), so that sending the same request again is pointless. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === 422 || error.status === 409) && !hasCode(error, 'conflict_running');
export const isPassing = (error: unknown) =>
  isNetworkError(error) ||
  (isApiError(error) && (error.status >= 500 || error.status === 429 || error.code === 'conflict_running'));

/**
 * When a field loses the focus, drops its typed value if the server has accepted that value. The field then shows the
 * value as the server stored it.
 */
export function withoutAccepted<D extends object>(
  { draft, refused, errors }: { draft: D; refused: D; errors: object },
  field: keyof D,
): D {
  if (draft[field] === undefined || draft[field] !== refused[field] || field in errors) return draft;
  const rest = { ...draft };
  delete rest[field];
  return rest;
}

/**
 * Removes values from the draft that the server has stored, even if it stored them in another form (an empty invoice
 * number becomes the date, a list is reordered). The focused field keeps its text, but this text is not sent again
 * until it changes.
 */
export function accepted<D extends object>(
  now: { draft: D; refused: D },
  sent: D,
  fields: readonly (keyof D)[],
  typing: keyof D | undefined,
): { draft: D; refused: D } {
  const draft = { ...now.draft };
  const refused = { ...now.refused };
  for (const field of fields) {
    if (draft[field] === undefined || draft[field] !== sent[field]) continue;
    if (field === typing) refused[field] = draft[field];
    else delete draft[field];
  }
  return { draft, refused };
}

/** Stands for the message of a field that is not stored because of another field, which has the message. */
const WAITS = '';
interface Refused<D, E> {
  /** Values that are not sent again until they change. */
  readonly refused: D;
  readonly errors: E;
}

/**
 * Records a refusal. The fields that the errors name are not sent again until they change. If an error names a field
 * that was not typed, everything that was sent waits for a change of that field: it would be refused again.
 */
export function refusedWith<D extends object, E extends object>(
  { refused, errors }: Refused<D, E>,
  { sent, fields }: { readonly sent: D; readonly fields: readonly string[] },
  shown: readonly (readonly [field: string, message: string])[],
): Refused<D, E> {
  const wrong = shown.map(([field]) => field);
  const isTyped = wrong.every((field) => fields.includes(field));
  return {
    refused: { ...refused, ...pick(sent, isTyped ? wrong : fields) },
    errors: {
      ...errors,
      ...(isTyped ? {} : Object.fromEntries(fields.map((field) => [field, WAITS]))),
      ...Object.fromEntries(shown),
    },
  };
}

/**
 * What is still refused after a field has changed. A change of a field with a message lets everything that waits be
 * sent again. So does a change of what waits, which also removes the messages of fields that were not typed. `whole` is
 * the name for errors that name no field.
 */
export function refusedAfter<D extends object, E extends object>(
  { draft, refused, errors }: Refused<D, E> & { readonly draft: D },
  field: string,
  whole: string,
): Refused<D, E> {
  const messages = errors as Readonly<Record<string, string | undefined>>;
  const isCorrected = Boolean(messages[field]) || Boolean(messages[whole]);
  const hasWaited = messages[field] === WAITS;
  const isLeft = ([name, message]: readonly [string, unknown]): boolean =>
    name !== field &&
    name !== whole &&
    !(message === WAITS && (isCorrected || hasWaited)) &&
    !(hasWaited && message !== undefined && !(name in draft));
  const rest = Object.keys(refused).filter((name) => name !== field);
  return {
    refused: isCorrected || hasWaited ? ({} as D) : pick(refused, rest),
    errors: Object.fromEntries(Object.entries(errors).filter(isLeft)) as E,
  };
}

export function pick<T extends object>(from: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as T;
}

export function without<T extends object>(from: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name))) as T;
}
