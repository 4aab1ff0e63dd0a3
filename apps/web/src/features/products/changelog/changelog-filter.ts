import { CHANGELOG_SOURCES, type ChangelogSource } from '@quayside/domain/lists';

/** The filter of the changelog, stored in the page's URL. */
export interface ChangelogFilter {
  readonly search: string;
  readonly source: ChangelogSource | null;
  readonly field: string | null;
}

export function filterOf(params: URLSearchParams): ChangelogFilter {
  const source = params.get('source');
  return {
    search: params.get('q') ?? '',
    source: CHANGELOG_SOURCES.find((one) => one === source) ?? null,
    field: params.get('field') || null,
  };
}

export function paramsOf({ search, source, field }: ChangelogFilter): URLSearchParams {
  return new URLSearchParams({ ...(search && { q: search }), ...(source && { source }), ...(field && { field }) });
}

export const isFiltered = ({ search, source, field }: ChangelogFilter): boolean =>
  search !== '' || source !== null || field !== null;

/** The filter as query parameters of the API call. */
export function queryOf({ search, source, field }: ChangelogFilter, page: number, size: number) {
  const chips = [
    ...(source ? [{ field: 'source', op: 'in', values: [source] }] : []),
    ...(field ? [{ field: 'field', op: 'in', values: [field] }] : []),
  ];
  return {
    page,
    size,
    sort: ['changedAt,desc'],
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(chips.length > 0 ? { filter: JSON.stringify(chips) } : {}),
  };
}
