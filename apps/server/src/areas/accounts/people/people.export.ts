import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportAccountUsers, USER_EXPORT } from '@quayside/contracts/exports';
import { ALL_ROWS } from '@quayside/contracts/paging';
import type { AccountUser } from '@quayside/contracts/accounts/people';
import { sql } from 'kysely';
import { code, type ExportValue, instant, text } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { pageOfPeople } from './people.list.ts';
import { readPeople } from '../rows/people.queries.ts';

const VALUES: Readonly<Record<keyof typeof USER_EXPORT, ExportValue>> = {
  firstName: text(sql`g.first_name`),
  lastName: text(sql`g.last_name`),
  email: text(sql`g.email`),
  role: code(sql`g.role`),
  invitationStatus: code(sql`g.status`),
  invitedAt: instant(sql`g.invited_at`),
  lastSeenAt: instant(sql`g.last_seen_at`),
};

/** Exports the people of an account, in the order of the list, which is computed outside the database. */
export async function peopleExport(w: Work, q: QueryOut<typeof exportAccountUsers>): Promise<ExportPlan> {
  const people = pageOfPeople(await readPeople(w), { ...q, page: 0, size: ALL_ROWS }).content;
  const all = (of: (user: AccountUser) => string | null) => sql.val(people.map(of));
  return {
    name: 'users',
    columns: chosenColumns(USER_EXPORT, VALUES, q.columns),
    rows: (columns) => sql`
      select ${sql.join(columns)}
      from unnest(
        ${all((user) => user.firstName)}::text[], ${all((user) => user.lastName)}::text[],
        ${all((user) => user.email)}::text[], ${all((user) => user.roles.join('; '))}::text[],
        ${all((user) => user.invitationStatus)}::text[], ${all((user) => user.invitedAt)}::timestamptz[],
        ${all((user) => user.lastSeenAt)}::timestamptz[]
      ) with ordinality as g (first_name, last_name, email, role, status, invited_at, last_seen_at, n)
      order by g.n`,
  };
}
