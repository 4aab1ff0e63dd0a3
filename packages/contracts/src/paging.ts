import { z } from 'zod';
import { plainText } from './primitives.ts';
import { sayInSchema } from './texts/catalogue.ts';

/** The page size that means "All" in the rows-per-page selector. */
export const ALL_ROWS = 9999;
/** The maximum of totalElements. A separate call (`/totals`) returns the exact count beyond it. */
export const COUNT_CAP = 10_000;

/** One chip of the grid's filter model. `field` is one of the list's declared filters. */
export const filterChip = z.strictObject({
  field: plainText(60),
  op: z.enum(['in', 'notIn', 'contains', 'gte', 'lte', 'between', 'isEmpty', 'isNotEmpty']),
  values: z.array(plainText(200)).max(200).default([]),
});
export type FilterChip = z.infer<typeof filterChip>;

/** The filter as JSON in the query: `filter=[{"field":"status","op":"in","values":["ACTIVE"]}]`. */
const filterParam = z
  .string()
  .max(8000)
  .optional()
  .transform((text, ctx): FilterChip[] => {
    if (text === undefined || text === '') return [];
    let raw: unknown;
    try {
      raw = JSON.parse(text);
    } catch {
      ctx.addIssue({ code: 'custom', message: sayInSchema('list.filter_json') });
      return z.NEVER;
    }
    const parsed = z.array(filterChip).max(30).safeParse(raw);
    if (!parsed.success) {
      ctx.addIssue({ code: 'custom', message: sayInSchema('list.filter_chips') });
      return z.NEVER;
    }
    return parsed.data;
  });

export const searchParam = z
  .string()
  .max(200)
  .refine((s) => !s.includes('\0') && s.isWellFormed(), sayInSchema('field.not_searchable'))
  .optional()
  .transform((s) => s?.trim() || undefined);

const intParam = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** The fields that a list can be filtered by, each with the operators that it accepts. */
export type FilterFields = Readonly<Record<string, readonly FilterChip['op'][]>>;

/** Whether a list with these declared filters accepts these chips. */
export const isFilterOf = (chips: readonly FilterChip[], filters: FilterFields): boolean =>
  chips.every((c) => Object.hasOwn(filters, c.field) && filters[c.field]?.includes(c.op));

/**
 * The query of a list. `sort` may be repeated; each value is "field,direction" with a declared field. `page` is
 * zero-based. `offset` is used only when `page` is absent. The server always adds the id as the last sort key.
 */
export function listQuery<
  const S extends readonly [string, ...string[]],
  F extends FilterFields,
  X extends z.ZodRawShape = Record<never, never>,
>(spec: { sort: S; filters: F; extra?: X }) {
  const sortItem = z.string().transform((text, ctx): { field: S[number]; direction: 'asc' | 'desc' } => {
    const [field = '', direction = 'asc', ...rest] = text.split(',').map((t) => t.trim());
    if (!spec.sort.includes(field) || (direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
      ctx.addIssue({ code: 'custom', message: sayInSchema('list.sort', { fields: spec.sort.join(', ') }) });
      return z.NEVER;
    }
    return { field: field as S[number], direction };
  });
  return z.strictObject({
    page: intParam(0, 1_000_000).optional(),
    size: intParam(1, ALL_ROWS).default(50),
    offset: intParam(0, 100_000_000).optional(),
    sort: z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(sortItem).max(5).optional()),
    search: searchParam,
    filter: filterParam.refine((chips) => isFilterOf(chips, spec.filters), sayInSchema('list.filter')),
    ...(spec.extra ?? ({} as X)),
  });
}

/** The search and filter of a list without sort and paging, for the call that returns its totals. */
export function filterQuery<F extends FilterFields, X extends z.ZodRawShape = Record<never, never>>(spec: {
  filters: F;
  extra?: X;
}) {
  return z.strictObject({
    search: searchParam,
    filter: filterParam.refine((chips) => isFilterOf(chips, spec.filters), sayInSchema('list.filter')),
    ...(spec.extra ?? ({} as X)),
  });
}

/**
 * The query of an export: the search, filter and sort of the list without paging. `columns` names the columns in order,
 * separated by commas.
 */
export function exportQuery<
  const S extends readonly [string, ...string[]],
  F extends FilterFields,
  X extends z.ZodRawShape = Record<never, never>,
>(spec: { sort: S; filters: F; extra?: X; columns: Readonly<Record<string, string>> }) {
  const { page: _page, size: _size, offset: _offset, ...list } = listQuery(spec).shape;
  return z.strictObject({ ...list, ...fileFields(spec.columns) });
}

/** The most rows that an export can name one by one. A URL with more of them would be too long for some proxies. */
export const MOST_CHOSEN = 150;

/** A query field that restricts an export to single rows: their ids, separated by commas. */
export const chosenIds = {
  ids: z
    .string()
    .max(MOST_CHOSEN * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid()).max(MOST_CHOSEN))
    .optional()
    .meta({ description: `Only these rows, at most ${MOST_CHOSEN}: their ids, separated by commas` }),
};

/** The query fields of every export: its format and its columns. */
export function fileFields(all: Readonly<Record<string, string>>) {
  const columns = z
    .string()
    .max(2000)
    .optional()
    .transform((text) => text?.split(',').map((name) => name.trim()) ?? Object.keys(all))
    .refine(
      (names) => names.length > 0 && names.every((name) => Object.hasOwn(all, name)),
      sayInSchema('list.columns', { columns: Object.keys(all).join(', ') }),
    );
  return { format: z.enum(['csv', 'xlsx']).default('csv'), columns };
}

/** The envelope of a page, which every paged list returns. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.int(),
    totalPages: z.int(),
    number: z.int(),
    size: z.int(),
    first: z.boolean(),
    last: z.boolean(),
    /** True when more than 10,000 rows match; `/totals` has the exact count. */
    totalIsCapped: z.boolean(),
  });
export interface Page<T> {
  content: T[];
  totalElements: number;
  totalPages: number;
  number: number;
  size: number;
  first: boolean;
  last: boolean;
  totalIsCapped: boolean;
}
