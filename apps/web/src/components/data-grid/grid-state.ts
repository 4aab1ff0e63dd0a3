import { ROWS_PER_PAGE } from '@quayside/contracts/grids';
import { ALL_ROWS, type FilterChip, filterChip } from '@quayside/contracts/paging';
import { z } from 'zod';

/** The state of one column. The index in the list of columns is the position in the table. */
export interface ColumnState {
  readonly id: string;
  readonly width?: number | undefined;
  readonly pinned?: boolean | undefined;
  readonly hidden?: boolean | undefined;
}
export interface SortItem {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}
export interface GridState {
  readonly columns: readonly ColumnState[];
  readonly sort: readonly SortItem[];
  readonly chips: readonly FilterChip[];
  readonly search: string;
  /** The page, counted from 0. */
  readonly page: number;
  readonly size: number;
  readonly density: 'comfortable' | 'compact';
}
/** The part of a column definition that the default state depends on. */
export interface ColumnDefault {
  readonly id: string;
  readonly hidden?: boolean | undefined;
  readonly pinned?: 'left' | undefined;
}

const DEFAULT_SIZE = 50;
const MIN_WIDTH = 48;
const MAX_WIDTH = 1200;

/** The part of the state that local storage keeps between visits: everything except the search and the page. */
export const savedGridSchema = z.object({
  columns: z.array(
    z.object({
      id: z.string(),
      width: z.number().min(MIN_WIDTH).max(MAX_WIDTH).optional(),
      pinned: z.boolean().optional(),
      hidden: z.boolean().optional(),
    }),
  ),
  sort: z.array(z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) })),
  chips: z.array(filterChip),
  size: z.literal([...ROWS_PER_PAGE]),
  density: z.enum(['comfortable', 'compact']),
});
export type SavedGrid = z.infer<typeof savedGridSchema>;

/** The default state of a table. An item of `sort` is a column such as "name", or "-name" for descending order. */
export function defaultState(
  columns: readonly ColumnDefault[],
  sort: readonly string[],
  chips: readonly FilterChip[] = [],
): GridState {
  return {
    columns: columns.map(({ id, hidden, pinned }) => ({
      id,
      ...(hidden ? { hidden } : {}),
      ...(pinned ? { pinned: true } : {}),
    })),
    sort: sort.map(readSort),
    chips,
    search: '',
    page: 0,
    size: DEFAULT_SIZE,
    density: 'compact',
  };
}

const readSort = (text: string): SortItem =>
  text.startsWith('-') ? { field: text.slice(1), direction: 'desc' } : { field: text, direction: 'asc' };
const writeSort = ({ field, direction }: SortItem): string => (direction === 'desc' ? `-${field}` : field);

/**
 * Merges stored columns with the current column definitions. Unknown columns are dropped. A new column is inserted
 * after its predecessor in the default order.
 */
export function reconcileColumns(kept: readonly ColumnState[], defaults: readonly ColumnState[]): ColumnState[] {
  const known = new Set(defaults.map((column) => column.id));
  const seen = new Set<string>();
  const result = kept.filter(({ id }) => known.has(id) && !seen.has(id) && seen.add(id));
  for (const [index, column] of defaults.entries()) {
    if (seen.has(column.id)) continue;
    const before = defaults[index - 1]?.id;
    const at = before === undefined ? 0 : result.findIndex(({ id }) => id === before) + 1;
    result.splice(at, 0, column);
    seen.add(column.id);
  }
  return pinnedFirst(result.some((column) => !column.hidden) ? result : [...defaults]);
}

const pinnedFirst = (columns: readonly ColumnState[]): ColumnState[] => [
  ...columns.filter((c) => c.pinned),
  ...columns.filter((c) => !c.pinned),
];

export function fromSaved(saved: SavedGrid | undefined, defaults: GridState, fields: readonly string[]): GridState {
  if (!saved) return defaults;
  return {
    ...defaults,
    ...saved,
    columns: reconcileColumns(saved.columns, defaults.columns),
    chips: saved.chips.filter((chip) => fields.includes(chip.field)),
  };
}

export const toSaved = ({ columns, sort, chips, size, density }: GridState): SavedGrid => ({
  columns: [...columns],
  sort: [...sort],
  chips: [...chips],
  size: size as SavedGrid['size'],
  density,
});

// ---- the URL --------------------------------------------------------------------------------------------------

const FILTER_PREFIX = 'f.';
const NAMES = ['q', 'sort', 'page', 'size', 'cols'];
const isOurs = (name: string) => NAMES.includes(name) || name.startsWith(FILTER_PREFIX);
/** Whether the URL contains any parameter of the table's state. */
export const hasGridParams = (params: URLSearchParams): boolean => [...params.keys()].some(isOurs);

/** The URL parameter with the id of the open view. */
const VIEW_PARAM = 'view';
/** The value of the view parameter for "no view". It is needed because without the parameter the default view opens. */
export const ALL_VIEW = 'all';
/** The id of the view in the URL; undefined when the URL names no view or explicitly opens none. */
export function namedView(params: URLSearchParams): string | undefined {
  const id = params.get(VIEW_PARAM);
  return id === null || id === ALL_VIEW ? undefined : id;
}
/** Whether the URL says which view to open, or that none is open. */
export const hasViewParam = (params: URLSearchParams): boolean => params.has(VIEW_PARAM);
export function withView(params: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === undefined) next.delete(VIEW_PARAM);
  else next.set(VIEW_PARAM, id);
  return next;
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const colsText = (columns: readonly ColumnState[]): string =>
  columns
    .filter((c) => !c.hidden)
    .map((c) => (c.pinned ? `${c.id}*` : c.id))
    .join('.');

/**
 * The URL parameters for a state: its differences from the default state, and the parameters of the current URL that
 * are not about the table.
 */
export function toParams(state: GridState, defaults: GridState, current: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams([...current].filter(([name]) => !isOurs(name)));
  if (state.search) params.set('q', state.search);
  for (const chip of state.chips) {
    const name = `${FILTER_PREFIX}${chip.field}.${chip.op}`;
    for (const value of chip.values.length > 0 ? chip.values : ['']) params.append(name, value);
  }
  if (!sameJson(state.sort, defaults.sort)) params.set('sort', state.sort.map(writeSort).join('.') || 'none');
  if (state.size !== defaults.size) params.set('size', String(state.size));
  if (state.page > 0) params.set('page', String(state.page + 1));
  const cols = colsText(state.columns);
  if (cols !== colsText(defaults.columns)) params.set('cols', cols);
  // A URL with a view but without state means the state of the view. The sort order is always written, so that this
  // state applies instead.
  if (namedView(params) !== undefined && !hasGridParams(params))
    params.set('sort', state.sort.map(writeSort).join('.') || 'none');
  return params;
}

/**
 * Parses the state from the URL. Widths and row height are not in the URL and come from `kept`. Unknown values are
 * ignored.
 */
export function fromParams(
  params: URLSearchParams,
  defaults: GridState,
  kept: GridState,
  fields: readonly string[],
  sortable: readonly string[],
): GridState {
  const sort = params.get('sort');
  const size = Number(params.get('size'));
  const page = Number(params.get('page') ?? '1');
  const chips = new Map<string, FilterChip>();
  for (const [name, value] of params) {
    if (!name.startsWith(FILTER_PREFIX)) continue;
    const [field = '', op = ''] = name.slice(FILTER_PREFIX.length).split('.');
    const values = [...(chips.get(name)?.values ?? []), ...(value === '' ? [] : [value])];
    const chip = filterChip.safeParse({ field, op, values });
    if (chip.success && fields.includes(field)) chips.set(name, chip.data);
  }
  return {
    ...kept,
    search: params.get('q') ?? '',
    chips: [...chips.values()],
    sort:
      sort === null
        ? defaults.sort
        : sort === 'none'
          ? []
          : sort
              .split('.')
              .map(readSort)
              .filter(({ field }) => sortable.includes(field)),
    size: ROWS_PER_PAGE.some((known) => known === size) ? size : defaults.size,
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    columns: readCols(params.get('cols'), kept.columns, defaults.columns),
  };
}

function readCols(text: string | null, kept: readonly ColumnState[], defaults: readonly ColumnState[]): ColumnState[] {
  const widthOf = (id: string) => kept.find((column) => column.id === id)?.width;
  const withWidth = (column: ColumnState): ColumnState => {
    const width = widthOf(column.id);
    return width === undefined ? column : { ...column, width };
  };
  if (text === null) return defaults.map(withWidth);
  const shown = text
    .split('.')
    .map((word) => ({ id: word.replace(/\*$/, ''), ...(word.endsWith('*') ? { pinned: true } : {}) }));
  const hidden = defaults
    .filter(({ id }) => !shown.some((column) => column.id === id))
    .map(({ id }) => ({ id, hidden: true }));
  return reconcileColumns([...shown, ...hidden], defaults).map(withWidth);
}

// ---- changes --------------------------------------------------------------------------------------------------

/** Sets the filter chip of a field, replacing the field's current chip. A chip without a choice is removed. */
export function withChip(state: GridState, chip: FilterChip): GridState {
  const isIdle = chip.values.length === 0 && chip.op !== 'isEmpty' && chip.op !== 'isNotEmpty';
  if (isIdle) return withoutChip(state, chip.field);
  const at = state.chips.findIndex(({ field }) => field === chip.field);
  const chips = at < 0 ? [...state.chips, chip] : state.chips.map((old, index) => (index === at ? chip : old));
  return { ...state, chips, page: 0 };
}
export const withoutChip = (state: GridState, field: string): GridState => ({
  ...state,
  chips: state.chips.filter((chip) => chip.field !== field),
  page: 0,
});
export const withSearch = (state: GridState, search: string): GridState => ({
  ...state,
  search: search.trim(),
  page: 0,
});
export const withSort = (state: GridState, sort: readonly SortItem[]): GridState => ({ ...state, sort, page: 0 });
/** Changes the page size. The page is chosen such that the first visible row stays visible. */
export const withSize = (state: GridState, size: number): GridState => ({
  ...state,
  size,
  page: size === ALL_ROWS ? 0 : Math.floor((state.page * state.size) / size),
});
export const withoutFilters = (state: GridState): GridState => ({ ...state, chips: [], search: '', page: 0 });

/** Moves a column to another position within its group (pinned or unpinned). */
export function moveColumn(columns: readonly ColumnState[], id: string, to: number): ColumnState[] {
  const from = columns.findIndex((column) => column.id === id);
  const moved = columns[from];
  if (!moved || to < 0 || to >= columns.length) return [...columns];
  const rest = columns.filter((column) => column.id !== id);
  rest.splice(to, 0, moved);
  return pinnedFirst(rest);
}
export const setHidden = (columns: readonly ColumnState[], id: string, hidden: boolean): ColumnState[] => {
  const next = columns.map((column) => (column.id === id ? { ...column, hidden } : column));
  return next.some((column) => !column.hidden) ? next : [...columns];
};
export const setPinned = (columns: readonly ColumnState[], id: string, pinned: boolean): ColumnState[] =>
  pinnedFirst(columns.map((column) => (column.id === id ? { ...column, pinned } : column)));

// ---- query parameters of the list call ------------------------------------------------------------------------

export interface FilterInput {
  search?: string;
  filter?: string;
}
export const filterInput = (state: Pick<GridState, 'chips' | 'search'>): FilterInput => ({
  ...(state.search ? { search: state.search } : {}),
  ...(state.chips.length > 0 ? { filter: JSON.stringify(state.chips) } : {}),
});
/** The query parameters of the list call. */
export const pageInput = (state: GridState) => ({
  page: state.page,
  size: state.size,
  sort: state.sort.map(({ field, direction }) => `${field},${direction}`),
  ...filterInput(state),
});

/** The numbers of the first and last visible row, counted from 1; undefined when there is none. */
export function rangeOf(
  state: Pick<GridState, 'page' | 'size'>,
  shown: number,
): { from: number; to: number } | undefined {
  return shown === 0 ? undefined : { from: state.page * state.size + 1, to: state.page * state.size + shown };
}
