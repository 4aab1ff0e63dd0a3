import { isDay } from '@quayside/domain/days/days';

/**
 * Which costs are shown: all costs as known today (`today`), all costs as they were known on a day (`asKnownOn`), or
 * costs as known today of the orders up to a day (`datedBy`).
 */
export type Known = { readonly kind: 'today' } | { readonly kind: 'asKnownOn' | 'datedBy'; readonly day: string };
export const TODAY: Known = { kind: 'today' };

/** The names of the URL parameters of the page. The choice is in the URL so that a shared link shows the same costs. */
const NAMES = { asKnownOn: 'known', datedBy: 'upTo' } as const;

export function readKnown(params: URLSearchParams): Known {
  for (const kind of ['asKnownOn', 'datedBy'] as const) {
    const day = params.get(NAMES[kind]);
    if (day !== null && isDay(day)) return { kind, day };
  }
  return TODAY;
}

export function writeKnown(params: URLSearchParams, known: Known): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of Object.values(NAMES)) next.delete(name);
  if (known.kind !== 'today') next.set(NAMES[known.kind], known.day);
  return next;
}

/** The query parameters of the API call; empty for today. */
export const knownQuery = (known: Known): { asKnownOn?: string; datedBy?: string } =>
  known.kind === 'today' ? {} : { [known.kind]: known.day };
