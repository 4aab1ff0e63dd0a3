import { type ApiError, hasCode, isApiError, isNetworkError } from '../errors/api-error.ts';

// Which failures end a trial of editors that save by themselves.

export const isConflict = (error: unknown): error is ApiError =>
  hasCode(error, 'conflict_version') && error.current !== undefined;
/** Whether the server has refused the request (409 or 422), so that sending the same request again is pointless. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === 422 || error.status === 409) && !hasCode(error, 'conflict_running');
export const isPassing = (error: unknown) =>
  isNetworkError(error) ||
  (isApiError(error) && (error.status >= 500 || error.status === 429 || error.code === 'conflict_running'));

export function pick<T extends object>(from: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as T;
}

export function without<T extends object>(from: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name))) as T;
}
