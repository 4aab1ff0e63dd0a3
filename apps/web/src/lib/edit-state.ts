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

export function pick<T extends object>(from: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as T;
}
