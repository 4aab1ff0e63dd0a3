import { visibleText } from '@quayside/domain/written-text';
import { z } from 'zod';
import { plainText } from './primitives.ts';
import { sayInSchema } from './texts/catalogue.ts';

/** The page size that means "All" in the rows-per-page selector. */
export const ALL_ROWS = 9999;
/** The maximum of totalElements. A separate call (`/totals`) returns the exact count beyond it. */
export const COUNT_CAP = 10_000;

/** The operators of filters, and what a row must be for each. */
const OPERATORS = {
  in: 'one of the values',
  notIn: 'none of the values',
  contains: 'the value is a part of the text',
  gte: 'the value or more (for days: later)',
  lte: 'the value or less (for days: earlier)',
  between: 'from the first value to the second, both included',
  isEmpty: 'nothing is stored',
  isNotEmpty: 'something is stored',
} as const;
type Operator = keyof typeof OPERATORS;
const OPERATOR_NAMES = Object.keys(OPERATORS) as [Operator, ...Operator[]];
const MOST_CHIPS = 30;
const MOST_VALUES = 200;
const LONGEST_VALUE = 200;

/** One chip of the grid's filter model. `field` is one of the list's declared filters. */
export const filterChip = z.strictObject({
  field: plainText(60),
  op: z.enum(OPERATOR_NAMES),
  values: z.array(plainText(LONGEST_VALUE)).max(MOST_VALUES).default([]),
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
    const parsed = z.array(filterChip).max(MOST_CHIPS).safeParse(raw);
    if (!parsed.success) {
      ctx.addIssue({
        code: 'custom',
        message: sayInSchema('list.filter_chips', { operators: OPERATOR_NAMES.join(', ') }),
      });
      return z.NEVER;
    }
    return parsed.data;
  });

export const searchParam = z
  .string()
  .max(200)
  .refine((s) => !s.includes('\0') && s.isWellFormed(), sayInSchema('field.not_searchable'))
  .optional()
  .transform((s) => (s === undefined ? undefined : visibleText(s).trim() || undefined));

const intParam = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** The fields that a list can be filtered by, each with the operators that it accepts. */
export type FilterFields = Readonly<Record<string, readonly FilterChip['op'][]>>;

/**
 * Refuses the first chip that a list with these declared filters does not accept. The message names what it accepts
 * instead: its fields, or the operators of the field.
 */
const refuseOtherFilters =
  (filters: FilterFields) =>
  (chips: readonly FilterChip[], ctx: z.RefinementCtx): void => {
    for (const { field, op } of chips) {
      const operators = Object.hasOwn(filters, field) ? filters[field] : undefined;
      if (operators?.includes(op)) continue;
      const message = operators
        ? sayInSchema('list.filter_operator', { field, operators: operators.join(', ') })
        : sayInSchema('list.filter_field', { field, fields: Object.keys(filters).join(', ') });
      ctx.addIssue({ code: 'custom', message });
      return;
    }
  };

/** An example of a filter: the first two fields of a list, each with its first operator. */
const exampleOf = (filters: FilterFields): string => {
  const valuesOf = (op: Operator) => {
    if (op === 'isEmpty' || op === 'isNotEmpty') return {};
    return { values: op === 'between' ? ['2026-01-01', '2026-12-31'] : ['...'] };
  };
  const chips = Object.entries(filters).slice(0, 2);
  return JSON.stringify(chips.flatMap(([field, [op]]) => (op === undefined ? [] : [{ field, op, ...valuesOf(op) }])));
};

/** What the OpenAPI document says of the filter of a list: JSON in a string, with each field and its operators. */
const grammarOf = (filters: FilterFields) => ({
  description:
    `A JSON list of conditions, all of which a row fulfils. Operators: ` +
    Object.entries(OPERATORS)
      .map(([op, words]) => `\`${op}\` (${words})`)
      .join(', ') +
    '.',
  examples: [exampleOf(filters)],
  contentMediaType: 'application/json',
  contentSchema: {
    type: 'array',
    maxItems: MOST_CHIPS,
    items: {
      oneOf: Object.entries(filters).map(([field, operators]) => ({
        type: 'object',
        required: ['field', 'op'],
        additionalProperties: false,
        properties: {
          field: { const: field },
          op: { enum: [...operators] },
          values: { type: 'array', maxItems: MOST_VALUES, items: { type: 'string', maxLength: LONGEST_VALUE } },
        },
      })),
    },
  },
});

/** The filter of a list in the body of a call that changes what it finds. */
export const filterBody = (filters: FilterFields) =>
  z.array(filterChip).max(MOST_CHIPS).default([]).superRefine(refuseOtherFilters(filters));

const filterOf = (filters: FilterFields) =>
  filterParam.superRefine(refuseOtherFilters(filters)).meta(grammarOf(filters));

/** What finds and orders the rows of a list. */
interface FoundBy<S, F, X> {
  readonly sort: S;
  readonly filters: F;
  readonly extra?: X;
}

/** The fields of a query that find and order rows. */
function findingFields<
  const S extends readonly [string, ...string[]],
  F extends FilterFields,
  X extends z.ZodRawShape = Record<never, never>,
>(spec: FoundBy<S, F, X>) {
  const sortItem = z.string().transform((text, ctx): { field: S[number]; direction: 'asc' | 'desc' } => {
    const [field = '', direction = 'asc', ...rest] = text.split(',').map((t) => t.trim());
    if (!spec.sort.includes(field) || (direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
      ctx.addIssue({ code: 'custom', message: sayInSchema('list.sort', { fields: spec.sort.join(', ') }) });
      return z.NEVER;
    }
    return { field: field as S[number], direction };
  });
  return {
    sort: z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(sortItem).max(5).optional()),
    search: searchParam,
    filter: filterOf(spec.filters),
    ...(spec.extra ?? ({} as X)),
  };
}

// All lists share these fields: making a schema takes time and memory at each start, and there are a hundred lists.
const PAGING = {
  page: intParam(0, 1_000_000).optional(),
  size: intParam(1, ALL_ROWS).default(50),
  offset: intParam(0, 100_000_000).optional(),
};

/**
 * The query of a list. `sort` may be repeated; each value is "field,direction" with a declared field. `page` is
 * zero-based. `offset` is used only when `page` is absent. The server always adds the id as the last sort key.
 */
export function listQuery<
  const S extends readonly [string, ...string[]],
  F extends FilterFields,
  X extends z.ZodRawShape = Record<never, never>,
>(spec: FoundBy<S, F, X>) {
  return z.strictObject({ ...PAGING, ...findingFields(spec) });
}

/** The search and filter of a list without sort and paging, for the call that returns its totals. */
export function filterQuery<F extends FilterFields, X extends z.ZodRawShape = Record<never, never>>(spec: {
  filters: F;
  extra?: X;
}) {
  return z.strictObject({
    search: searchParam,
    filter: filterOf(spec.filters),
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
>(spec: FoundBy<S, F, X> & { readonly columns: Readonly<Record<string, string>> }) {
  return z.strictObject({ ...findingFields(spec), ...fileFields(spec.columns) });
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

const fileFormat = z.enum(['csv', 'xlsx']).default('csv');

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
  return { format: fileFormat, columns };
}

const [count, isTrue] = [z.int(), z.boolean()];
const PAGE = {
  totalElements: count,
  totalPages: count,
  number: count,
  size: count,
  first: isTrue,
  last: isTrue,
  /** True when more than 10,000 rows match; `/totals` has the exact count. */
  totalIsCapped: isTrue,
};

/** The envelope of a page, which every paged list returns. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    ...PAGE,
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
