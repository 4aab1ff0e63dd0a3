import { z } from 'zod';
import { sayInSchema } from './texts/catalogue.ts';

/** "All" in the rows-per-page selector. */
export const ALL_ROWS = 9999;
/** totalElements is exact up to here, then capped; the exact count is a call of its own. */
export const COUNT_CAP = 10_000;

/** One chip of the grid's filter model. `field` is one of the list's declared filters. */
export const filterChip = z.strictObject({
  field: z.string().max(60),
  op: z.enum(['in', 'notIn', 'contains', 'gte', 'lte', 'between', 'isEmpty', 'isNotEmpty']),
  values: z.array(z.string().max(200)).max(200).default([]),
});
export type FilterChip = z.infer<typeof filterChip>;

/** JSON in the query: `filter=[{"field":"status","op":"in","values":["ACTIVE"]}]`. */
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

/** What a list can be asked to filter on: the operators that each field takes. */
export type FilterFields = Readonly<Record<string, readonly FilterChip['op'][]>>;

/** Whether a list with these declared filters takes these chips. */
export const isFilterOf = (chips: readonly FilterChip[], filters: FilterFields): boolean =>
  chips.every((c) => filters[c.field]?.includes(c.op) ?? false);

/**
 * Query of a list. `sort` repeats, each "field,direction" with a declared field; `page` is zero-based;
 * `offset` counts only when `page` is absent. A tie-break by id is always added by the server.
 */
export function listQuery<
  const S extends readonly [string, ...string[]],
  F extends FilterFields,
  X extends z.ZodRawShape = Record<never, never>,
>(spec: { sort: S; filters: F; extra?: X }) {
  const sortItem = z.string().transform((text, ctx): { field: S[number]; direction: 'asc' | 'desc' } => {
    const [field = '', direction = 'asc'] = text.split(',').map((t) => t.trim());
    if (!spec.sort.includes(field) || (direction !== 'asc' && direction !== 'desc')) {
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

/** Same filter without paging: totals and export of a list. */
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

/** Same filter and order, all rows, as a file: `columns` in their order, with commas between. */
export function exportQuery<
  const S extends readonly [string, ...string[]],
  F extends FilterFields,
  X extends z.ZodRawShape = Record<never, never>,
>(spec: { sort: S; filters: F; extra?: X; columns: Readonly<Record<string, string>> }) {
  const { page: _page, size: _size, offset: _offset, ...list } = listQuery(spec).shape;
  const columns = z
    .string()
    .max(2000)
    .optional()
    .transform((text) => text?.split(',').map((name) => name.trim()) ?? Object.keys(spec.columns))
    .refine(
      (names) => names.length > 0 && names.every((name) => Object.hasOwn(spec.columns, name)),
      sayInSchema('list.columns', { columns: Object.keys(spec.columns).join(', ') }),
    );
  return z.strictObject({ ...list, format: z.enum(['csv', 'xlsx']).default('csv'), columns });
}

/** The page envelope of every list. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.int(),
    totalPages: z.int(),
    number: z.int(),
    size: z.int(),
    first: z.boolean(),
    last: z.boolean(),
    /** True when there are more than 10,000; `/totals` has the exact count. */
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
