import { describe, expect, it } from 'vitest';
import { filterOf, isFiltered, paramsOf, queryOf } from './changelog-filter.ts';

describe('the filter of the changelog', () => {
  it('comes back from its own address', () => {
    const filter = { search: 'café', source: 'CSV_IMPORT', field: 'casePackaging.weight' } as const;
    expect(filterOf(paramsOf(filter))).toEqual(filter);
    expect(filterOf(new URLSearchParams())).toEqual({ search: '', source: null, field: null });
  });
  it('takes no source that there is none of', () =>
    expect(filterOf(new URLSearchParams('source=MOON')).source).toBeNull());
  it('is one as soon as anything is chosen', () => {
    expect([
      isFiltered({ search: '', source: null, field: null }),
      isFiltered({ search: '', source: 'USER', field: null }),
      isFiltered({ search: 'a', source: null, field: null }),
    ]).toEqual([false, true, true]);
  });
  it('asks the newest first, and only for what is chosen', () => {
    expect(queryOf({ search: ' ', source: null, field: null }, 0, 50)).toEqual({
      page: 0,
      size: 50,
      sort: ['changedAt,desc'],
    });
    expect(queryOf({ search: 'x', source: 'USER', field: 'name' }, 1, 50)).toMatchObject({
      page: 1,
      search: 'x',
      filter: '[{"field":"source","op":"in","values":["USER"]},{"field":"field","op":"in","values":["name"]}]',
    });
  });
});
