import { say } from '@quayside/contracts/texts/catalogue';
import { BY_SYSTEM, type listAuditLog } from '@quayside/contracts/audit';
import type { QueryOut } from '@quayside/contracts/endpoint';
import { COUNT_CAP, type FilterChip } from '@quayside/contracts/paging';
import { type RawBuilder, sql } from 'kysely';
import { countBeside, holdsWord, pageWindow, searchWords } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import type { AuditRow } from '../../events/audit-actions.ts';
import { lineName } from '../../events/audit-details.ts';
import { fieldError } from '../../http/errors.ts';
import { checkFilter } from '../../http/filters.ts';
import { registeredAreas } from '../area.ts';
import { valueWithUnit } from '../products/public.ts';
import { INVOICES, INVOICE_LINES } from '../invoices/facts.ts';

// Reads the audit log, and the tables of the records that it mentions. This file writes nothing.

/** An audit row. */
export interface Logged extends AuditRow {
  readonly id: string;
  readonly personId: string | null;
  readonly kind: string;
  readonly at: Date;
}

type Filter = Pick<QueryOut<typeof listAuditLog>, 'filter' | 'search' | 'sort'>;

/**
 * The maximum number of matching records per area that a search for words considers. If more match, the words are too
 * general to be useful.
 */
const MOST_THINGS = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Actions after which the record no longer exists. From then on, its name is found only in the audit entry. */
const ENDS = [
  'product.deleted',
  'supplier.deleted',
  'supplier.merged-away',
  'invoice.deleted',
  'document.deleted',
  'account-code.deleted',
  'cash-entry.deleted',
  'member.removed',
  'member.invitation-revoked',
];

/**
 * The instant at which a day begins in the account's time zone. Comparing the column with an instant can use the index;
 * casting the column to a date could not.
 */
const begin = (w: Work, day: string | undefined, later = 0) =>
  sql`((${day ?? null}::date + ${sql.lit(later)}::int)::timestamp at time zone ${w.scope.timeZone})`;

function chipOf(w: Work, chip: FilterChip): RawBuilder<boolean> {
  // Ends that are swapped mean the same range.
  const [first, second] = chip.op === 'between' ? chip.values.toSorted() : chip.values;
  switch (chip.field) {
    case 'person': {
      const ids = chip.values.filter((v) => v !== BY_SYSTEM);
      const orNobody = chip.values.includes(BY_SYSTEM) ? sql`or g.person_id is null` : sql``;
      return sql<boolean>`(g.person_id = any(${sql.val(ids)}::uuid[]) ${orNobody})`;
    }
    case 'kind': {
      // The name of an action begins with its kind and a dot. All actions of a kind are therefore a range of the index
      // on actions: from "product." up to "product/", because "/" follows "." in ASCII.
      const ofKind = chip.values.map((kind) => sql`(g.action >= ${`${kind}.`} and g.action < ${`${kind}/`})`);
      return sql<boolean>`(${sql.join([sql`false`, ...ofKind], sql` or `)})`;
    }
    case 'action':
      return sql<boolean>`g.action = any(${sql.val(chip.values)}::text[])`;
    default:
      if (chip.op === 'gte') return sql<boolean>`g.recorded_at >= ${begin(w, first)}`;
      if (chip.op === 'lte') return sql<boolean>`g.recorded_at < ${begin(w, first, 1)}`;
      return sql<boolean>`(g.recorded_at >= ${begin(w, first)} and g.recorded_at < ${begin(w, second, 1)})`;
  }
}

/** Builds the part after `from` of a query for the entries that match the filter and the search. */
async function matching(w: Work, q: Filter): Promise<RawBuilder<unknown>> {
  checkFilter(q.filter, { at: 'date' });
  const nobody = q.filter.find(
    (chip) => chip.field === 'person' && !chip.values.every((v) => v === BY_SYSTEM || UUID.test(v)),
  );
  if (nobody) throw fieldError('filter', say('http.filter_values', { field: 'person', operator: nobody.op }));
  const own = sql`g.account_id = ${w.scope.accountId}`;
  const chips = q.filter.map((chip) => chipOf(w, chip));
  const words = searchWords(q.search);
  if (words.length > 0) chips.push(sql<boolean>`g.id in (${await about(w, words)})`);
  return sql`audit_log g where ${sql.join([own, ...chips], sql` and `)}`;
}

/**
 * The name of a record at the time of the entry, from the entry's details. Earlier releases stored the name in
 * different fields, so all of the details of their rows are searched.
 */
const nameThen = sql`case when x.details ? 'version' then x.details ->> 'name' else x.details::text end`;

/**
 * Subquery for the ids of entries about records whose name contains every word. The records may have been deleted
 * since.
 */
async function about(w: Work, words: readonly string[]): Promise<RawBuilder<unknown>> {
  const { accountId } = w.scope;
  const has = (column: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) => holdsWord(column, word)),
      sql` and `,
    );
  const parts = registeredAreas().flatMap(
    ({ names }) => names?.matching?.(accountId, { words, has, most: MOST_THINGS }) ?? [],
  );
  const found = await sql<{ id: string }>`${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )}`.execute(w.tx);
  const ids = sql`${sql.val([...new Set(found.rows.map((r) => r.id))])}::uuid[]`;
  const from = sql`audit_log x where x.account_id = ${accountId}`;
  return sql`
    select x.id from ${from} and x.subject_ids[1] = any(${ids})
    union all select x.id from ${from} and x.history_of = any(${ids})
    union all select x.id from ${from} and cardinality(x.subject_ids) > 1 and x.subject_ids && ${ids}
    union all
    select x.id
    from ${from} and x.action = any(${sql.val(ENDS)}::text[]) and ${has(sql`lower(${nameThen})`)}`;
}

const directionOf = (q: Filter) => sql.raw(q.sort?.[0]?.direction ?? 'desc');

const COLUMNS = sql`g.id, g.person_id as "personId", g.action, g.subject_type as kind, g.subject_ids as "subjectIds",
  g.history_of as "historyOf", g.details, g.recorded_at as at`;

/** One page of the log. */
export async function listLogged(w: Work, q: QueryOut<typeof listAuditLog>) {
  const window = pageWindow(q);
  const rows = await matching(w, q);
  const direction = directionOf(q);
  const result = await sql<Logged>`
    select ${COLUMNS}
    from ${rows}
    order by g.recorded_at ${direction}, g.id ${direction}
    limit ${window.size} offset ${window.offset}`.execute(w.tx);
  return { rows: result.rows, count: await countBeside(result.rows, window, () => countOf(w, rows)), window };
}

/** Counts the entries, but stops at 10,001. */
async function countOf(w: Work, rows: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{
    n: bigint;
  }>`select count(*) as n from (select 1 from ${rows} limit ${sql.lit(COUNT_CAP + 1)}) as counted`.execute(w.tx);
  return Number(result.rows[0]?.n ?? 0n);
}

const BATCH = 1000;
/** Yields all matching entries in batches, for the export. */
export async function* loggedBatches(w: Work, q: Filter): AsyncGenerator<Logged[]> {
  const rows = await matching(w, q);
  const direction = directionOf(q);
  const isDown = q.sort?.[0]?.direction !== 'asc';
  for (let last: Logged | undefined; ; ) {
    const rest = last
      ? sql`and (g.recorded_at, g.id) ${sql.raw(isDown ? '<' : '>')} (${last.at}, ${last.id}::uuid)`
      : sql``;
    const batch = (
      await sql<Logged>`
        select ${COLUMNS}
        from ${rows} ${rest}
        order by g.recorded_at ${direction}, g.id ${direction}
        limit ${sql.lit(BATCH)}`.execute(w.tx)
    ).rows;
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1);
  }
}

/** The label of the record that an id belongs to, and whether the record can still be opened. */
interface Known {
  readonly label: string;
  readonly exists: boolean;
}

/**
 * Resolves ids of products, suppliers, invoices, orders, documents, imports and people to labels, and ids of invoice
 * lines to their positions.
 */
export async function knownThings(
  w: Work,
  ids: readonly string[],
): Promise<{ things: Map<string, Known>; positions: Map<string, number> }> {
  if (ids.length === 0) return { things: new Map(), positions: new Map() };
  const { accountId } = w.scope;
  const any = sql`${sql.val([...ids])}::uuid[]`;
  const { rows } = await sql<{ id: string; label: string | null; exists: boolean }>`${sql.join(
    registeredAreas().flatMap(({ names }) => (names ? sql`(${names.byIds(accountId, any)})` : [])),
    sql` union all `,
  )}`.execute(w.tx);
  const lines = await sql<{
    id: string;
    position: number;
    number: string;
  }>`
    select l.id, l.position, i.invoice_number as number from ${INVOICE_LINES} l
    join ${INVOICES} i on i.account_id = l.account_id and i.id = l.invoice_id
    where l.account_id = ${accountId} and l.id = any(${any})`.execute(w.tx);
  return {
    things: new Map([
      ...rows.map((r): [string, Known] => [r.id, { label: r.label ?? '', exists: r.exists }]),
      ...lines.rows.map((r): [string, Known] => [r.id, { label: lineName(r, w.scope.language), exists: false }]),
    ]),
    positions: new Map(lines.rows.map((r) => [r.id, r.position])),
  };
}

/**
 * The old and new values of product changes, from those changelog rows that were written at the same instant as the
 * entry.
 */
export async function productChanges(
  w: Work,
  entries: readonly { readonly id: string; readonly productId: string }[],
): Promise<{ entryId: string; field: string; from: string | null; to: string | null }[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<{ entryId: string; field: string; from: string | null; to: string | null }>`
    select k.id as "entryId", c.field, ${valueWithUnit('old_value')} as from, ${valueWithUnit('new_value')} as to
    from unnest(
      ${sql.val(entries.map((e) => e.id))}::uuid[], ${sql.val(entries.map((e) => e.productId))}::uuid[]
    ) as k (id, product_id)
    join audit_log g on g.account_id = ${w.scope.accountId} and g.id = k.id
    join product_history c on c.account_id = ${w.scope.accountId} and c.product_id = k.product_id
      and c.changed_at = g.recorded_at
    order by c.id`.execute(w.tx);
  return rows;
}
