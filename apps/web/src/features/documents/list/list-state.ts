import { DOCUMENT_TYPES, type DocumentType } from '@quayside/domain/lists';
import type { DocumentFilter } from '../api.ts';

/** The state of the list, stored in the page's URL. */
export interface ListState {
  readonly search: string;
  readonly type: DocumentType | '';
  readonly unattached: boolean;
  /** The page, counted from 1. */
  readonly page: number;
  /** The id of the document in the panel; empty when the panel is closed. */
  readonly open: string;
}

export const PAGE_SIZE = 50;

export function stateOf(params: URLSearchParams): ListState {
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    type: DOCUMENT_TYPES.find((type) => type === params.get('type')) ?? '',
    unattached: params.get('unattached') === 'true',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    open: params.get('open') ?? '',
  };
}

export function paramsOf({ search, type, unattached, page, open }: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('q', search);
  if (type) params.set('type', type);
  if (unattached) params.set('unattached', 'true');
  if (page > 1) params.set('page', String(page));
  if (open) params.set('open', open);
  return params;
}

/** The filters of the list as query parameters of the API call. The call returns all matching documents at once. */
export const filterOf = ({ search, type, unattached }: ListState): DocumentFilter => ({
  ...(search ? { search } : {}),
  ...(type ? { documentType: type } : {}),
  ...(unattached ? { unattached: 'true' as const } : {}),
});

export const isFiltered = (state: ListState): boolean => Object.keys(filterOf(state)).length > 0;

/** The rows of a page, and the number of pages. If the page number is too high, the last page is returned. */
export function pageOf<T>(
  rows: readonly T[],
  page: number,
): { rows: readonly T[]; page: number; pages: number; from: number; to: number } {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const from = (shown - 1) * PAGE_SIZE;
  const cut = rows.slice(from, from + PAGE_SIZE);
  return { rows: cut, page: shown, pages, from: rows.length === 0 ? 0 : from + 1, to: from + cut.length };
}

/** Splits a text so that the words of a search can be highlighted. */
export function highlighted(text: string, search: string): { text: string; isHit: boolean }[] {
  const words = search
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text, isHit: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
