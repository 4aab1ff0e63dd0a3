import type { AccountUser, listAccountUsers } from '@quayside/contracts/accounts/people';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { foldAccents } from '../../../db/fold-accents.ts';
import { envelope, pageWindow, searchWords } from '../../../db/paging.ts';

type ListQuery = QueryOut<typeof listAccountUsers>;
type Field = NonNullable<ListQuery['sort']>[number]['field'];

const nameOf = (user: AccountUser) => `${user.firstName} ${user.lastName}`.toLowerCase();
const VALUES: Readonly<Record<Field, (user: AccountUser) => string>> = {
  name: nameOf,
  email: (user) => user.email.toLowerCase(),
  role: (user) => user.roles.join(),
  invitationStatus: (user) => user.invitationStatus,
  invitedAt: (user) => user.invitedAt ?? '',
  lastSeenAt: (user) => user.lastSeenAt ?? '',
};
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns one page of the people in an account. A search covers their names and addresses; the default order is by
 * name.
 */
export function pageOfPeople(people: readonly AccountUser[], q: ListQuery): Page<AccountUser> {
  const words = searchWords(q.search);
  const matching = people.filter((user) => {
    const text = foldAccents(`${nameOf(user)} ${user.email.toLowerCase()}`);
    return (
      words.every((word) => text.includes(word)) && q.filter.every(({ field, values }) => isAmong(user, field, values))
    );
  });
  const sort = q.sort ?? [{ field: 'name' as const, direction: 'asc' as const }];
  const sorted = matching.toSorted((a, b) => {
    for (const { field, direction } of sort) {
      const order = compare(VALUES[field](a), VALUES[field](b));
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return compare(a.id, b.id);
  });
  const window = pageWindow(q);
  return envelope(sorted.slice(window.offset, window.offset + window.size), sorted.length, window);
}

const isAmong = (user: AccountUser, field: string, values: readonly string[]) =>
  field === 'role' ? user.roles.some((role) => values.includes(role)) : values.includes(user.invitationStatus);
