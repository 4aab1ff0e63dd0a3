import { expect, it } from 'vitest';
import { isFiltered, paramsOf, queryOf, stateOf } from './list-state.ts';

it('the URL contains the state of the page, and invalid parameters are ignored', () => {
  const query = 'q=bank+details&type=ERROR&status=UNREAD&page=2';
  expect(paramsOf(stateOf(new URLSearchParams(query))).toString()).toBe(query);
  expect(stateOf(new URLSearchParams('type=PANIC&status=DISMISSED&page=-3'))).toEqual({
    search: '',
    type: '',
    status: '',
    page: 1,
  });
  expect(isFiltered(stateOf(new URLSearchParams('page=2')))).toBe(false);
});

it('the query contains the filter, and counts pages from 0', () => {
  expect(queryOf(stateOf(new URLSearchParams()))).toEqual({ page: 0, size: 100 });
  expect(queryOf(stateOf(new URLSearchParams('q=a&type=INFO&status=READ&page=3')))).toEqual({
    page: 2,
    size: 100,
    search: 'a',
    filter:
      '[{"field":"notificationType","op":"in","values":["INFO"]},{"field":"notificationStatus","op":"in",' +
      '"values":["READ"]}]',
  });
});
