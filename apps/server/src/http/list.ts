import type { EndpointSpec, QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip, FilterFields } from '@quayside/contracts/paging';
import { type AliasedRawBuilder, type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  cappedCount,
  cappedCountOf,
  chipCondition,
  countBeside,
  pageWindow,
  searchIn,
  searchWords,
} from '../db/paging.ts';
import { type ChosenRow, readChosen, readPage } from '../db/plans.ts';
import type { Work } from '../db/tx.ts';
import { checkFilter, type FilterForm } from './filters.ts';

// A list is described once: what it can be filtered, searched and sorted by. Its page, its totals and its export are
// made of this description, and the types hold it against the contract.

/** The values that a filter takes, and the rows that it leaves. */
interface ListFilter {
  readonly form: FilterForm;
  readonly where: (chip: FilterChip, w: Work) => RawBuilder<boolean>;
}
type Sql = Expression<unknown>;
/** SQL that may depend on the day or the currency of the account. */
type SqlOf = Sql | ((w: Work) => Sql);
const sqlIn = (w: Work, column: SqlOf): Sql => (typeof column === 'function' ? column(w) : column);
const comparing =
  (cast: 'text' | 'numeric' | 'date' | 'uuid') =>
  (column: SqlOf): ListFilter => ({
    form: cast,
    where: (chip, w) => chipCondition(chip, sqlIn(w, column), cast),
  });

/** A filter that compares a column with texts. */
export const byText = comparing('text');
/** A filter by the ids of other records. */
export const byId = comparing('uuid');
export const byNumber = comparing('numeric');
export const byDay = comparing('date');
/** A filter by some values of a closed list. */
export const byValue = (values: readonly string[], column: SqlOf): ListFilter => ({ ...byText(column), form: values });
/** A filter by whether something holds: true, false, or both. */
export const byWhether = (condition: SqlOf): ListFilter => ({
  form: ['true', 'false'],
  where: ({ values }, w) => sql<boolean>`(${sqlIn(w, condition)})::text = any(${sql.val(values)}::text[])`,
});
/** A filter by whether there is something: `isEmpty` and `isNotEmpty`. */
export const byPresence = (isThere: Sql): ListFilter => ({
  form: 'text',
  where: ({ op }) => (op === 'isEmpty' ? sql<boolean>`not (${isThere})` : sql<boolean>`(${isThere})`),
});
/** A filter with a condition of its own. */
export const byOwn = (form: FilterForm, where: ListFilter['where']): ListFilter => ({ form, where });

/** What a list is sorted by. */
interface NeverNull {
  readonly neverNull: Sql;
}
/** A column that is never null. Sorting it with "nulls last" would prevent a backward scan of its index. */
export const neverNull = (column: Sql): NeverNull => ({ neverNull: column });
/** The same for all columns that a list is sorted by. */
export const allNeverNull = <S extends string>(columns: Readonly<Record<S, Sql>>): Record<S, NeverNull> =>
  Object.fromEntries(Object.entries<Sql>(columns).map(([field, column]) => [field, neverNull(column)])) as Record<
    S,
    NeverNull
  >;

type SortFieldOf<E extends EndpointSpec> =
  QueryOut<E> extends { sort?: readonly { field: infer S extends string }[] | undefined } ? S : never;
interface SortItem<S extends string> {
  readonly field: S;
  readonly direction: 'asc' | 'desc';
}
interface OwnKey {
  readonly by: NeverNull;
  readonly direction: 'asc' | 'desc';
}
interface ListSpec<F extends string, S extends string> {
  readonly filters: Readonly<Record<F, ListFilter>>;
  /** The columns that are searched, as one text in lower case; or a condition for each word. Absent: no search. */
  readonly words?: RawBuilder<string> | ((word: string) => RawBuilder<boolean>);
  readonly sorts: Readonly<Record<S, SqlOf | NeverNull>>;
  /** The order where nobody chose one: fields, or a key of its own. */
  readonly usual: readonly (SortItem<S> | OwnKey)[];
  /** The last key of each order, which tells all rows apart. Without a direction, that of the key before it. */
  readonly last: Sql;
  readonly lastDirection?: 'asc' | 'desc';
}
interface Found {
  readonly search?: string | undefined;
  readonly filter: readonly FilterChip[];
}
interface Paged<S extends string> extends Found {
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
  readonly size: number;
  readonly sort?: readonly SortItem<S>[] | undefined;
}

/** A list by its description: `E` is the call that answers its pages, `Filters` what the contract declares. */
export function defineList<E extends EndpointSpec, Filters extends FilterFields>(
  spec: ListSpec<Extract<keyof Filters, string>, SortFieldOf<E>>,
) {
  type S = SortFieldOf<E>;
  const filters: Readonly<Record<string, ListFilter>> = spec.filters;
  const sorts: Readonly<Record<string, SqlOf | NeverNull>> = spec.sorts;
  const forms = Object.fromEntries(Object.entries(filters).map(([field, { form }]) => [field, form]));
  const { words } = spec;
  const searching = (search: string | undefined): RawBuilder<boolean>[] => {
    if (words === undefined) return [];
    return typeof words === 'function' ? searchWords(search).map(words) : searchIn(words, search);
  };

  /** The rows that a search and a filter leave. Refuses values that the database could not read. */
  function filtered<D, T extends keyof D, O>(
    w: Work,
    rows: SelectQueryBuilder<D, T, O>,
    { search, filter }: Found,
  ): SelectQueryBuilder<D, T, O> {
    checkFilter(filter, forms);
    const chosen = filter.flatMap((chip) => filters[chip.field]?.where(chip, w) ?? []);
    return [...chosen, ...searching(search)].reduce((left, condition) => left.where(condition), rows);
  }

  /** The rows in the chosen order. */
  function inOrder<D, T extends keyof D, O>(
    w: Work,
    rows: SelectQueryBuilder<D, T, O>,
    sort: readonly SortItem<S>[] | undefined,
  ): SelectQueryBuilder<D, T, O> {
    const keys: readonly (SortItem<S> | OwnKey)[] = sort ?? spec.usual;
    return keys
      .reduce((ordered, { direction, ...key }) => {
        const by = ('by' in key ? key.by : sorts[key.field]) ?? spec.last;
        return 'neverNull' in by
          ? ordered.orderBy(by.neverNull, direction)
          : ordered.orderBy(sqlIn(w, by), (order) => order[direction]().nullsLast());
      }, rows)
      .orderBy(spec.last, spec.lastDirection ?? keys.at(-1)?.direction ?? 'asc');
  }

  /** One page of rows that are read as they are shown. `ids` selects one column of the same rows, to count them. */
  async function rows<D, T extends keyof D, O, I>(
    w: Work,
    q: Paged<S>,
    shown: SelectQueryBuilder<D, T, O>,
    ids: SelectQueryBuilder<D, T, I>,
  ) {
    const window = pageWindow(q);
    const found = await readPage(w.tx, inOrder(w, shown, q.sort), window);
    return { rows: found, count: await countBeside(found, window, () => cappedCount(w.tx, ids)), window };
  }

  /** One page of rows whose ids are chosen first. `read` reads what is shown of them. */
  async function heads<D, T extends keyof D, R>(
    w: Work,
    q: Paged<S>,
    ids: SelectQueryBuilder<D, T, { id: string }>,
    read: (w: Work, ids: readonly string[]) => Promise<ReadonlyMap<string, R>>,
  ) {
    const { rows: chosen, ...rest } = await rows(w, q, ids, ids);
    const found = chosen.map((row) => (row as { id: string }).id);
    const shown = await read(w, found);
    return { rows: found.flatMap((id) => shown.get(id) ?? []), ...rest };
  }

  /** The same, with one statement that also counts. `read` joins the ids as `chosen`, see `readChosen`. */
  async function chosen<D, T extends keyof D, R extends Pick<ChosenRow, 'place' | 'total'>, E2, F extends keyof E2>(
    w: Work,
    q: Paged<S>,
    ids: SelectQueryBuilder<D, T, { id: string }>,
    read: (ids: AliasedRawBuilder<ChosenRow, 'chosen'>) => SelectQueryBuilder<E2, F, R>,
  ) {
    const window = pageWindow(q);
    const listed = { ids: inOrder(w, ids, q.sort), count: cappedCountOf(ids) };
    return { ...(await readChosen(w.tx, listed, window, read)), window };
  }

  return { filtered, inOrder, rows, heads, chosen };
}
