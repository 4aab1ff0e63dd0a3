import { describe, expect, it } from 'vitest';
import { filterOf, isFiltered, paramsOf, queryOf } from './changelog-filter.ts';

describe('the filter of the changelog', () => {
  it('is restored from its own URL', () => {
    const filter = { search: 'café', source: 'CSV_IMPORT', field: 'casePackaging.weight' } as const;
    expect(filterOf(paramsOf(filter))).toEqual(filter);
    expect(filterOf(new URLSearchParams())).toEqual({ search: '', source: null, field: null });
  });
  it('ignores an unknown source', () => expect(filterOf(new URLSearchParams('source=MOON')).source).toBeNull());
  it('is active as soon as anything is chosen', () => {
    expect([
      isFiltered({ search: '', source: null, field: null }),
      isFiltered({ search: '', source: 'USER', field: null }),
      isFiltered({ search: 'a', source: null, field: null }),
    ]).toEqual([false, true, true]);
  });
  it('requests the newest changes first, and only the chosen ones', () => {
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
