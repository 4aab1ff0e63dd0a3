import type { EndpointSpec, QueryIn, ResponseOf } from '@quayside/contracts/endpoint';
import type { GridId } from '@quayside/contracts/grids';
import type { Topic } from '@quayside/contracts/live';
import type { FilterChip, Page } from '@quayside/contracts/paging';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallInput } from '../../lib/call.ts';
import type { CellEdit, GridEditing } from './edit/cell-edit.ts';
import type { FilterInput } from './grid-state.ts';

/** The row type of a list's endpoint. */
export type RowOf<E> = ResponseOf<E> extends Page<infer Row> ? Row : never;

/** The definition of a column. Functions only: string expressions would need eval. */
export interface GridColumn<Row, Totals = unknown> {
  /** Unique in the table; also the field for the server's sorting. */
  readonly id: string;
  readonly header: string;
  /** The value of the cell; a change of it flashes. Default: the row's field with this id. */
  readonly value?: (row: Row) => string | number | boolean | null | undefined;
  /** Renders the cell. Default: the value, or an en dash when it is missing. */
  readonly render?: (row: Row) => ReactNode;
  /** `number` is right-aligned in tabular figures. */
  readonly kind?: 'text' | 'number';
  /** True: the server sorts by this id; a string: by that field. Default: not sortable. */
  readonly sort?: true | string;
  readonly width?: number;
  readonly minWidth?: number;
  /** Takes a share of the remaining width. */
  readonly flex?: number;
  /** Hidden until the person chooses it. */
  readonly hidden?: boolean;
  readonly pinned?: 'left';
  /** The name cell: a link to the row. Exactly one column has it when `rowHref` is given. */
  readonly link?: boolean;
  /** Renders the cell of the totals row. */
  readonly total?: (totals: Totals) => ReactNode;
  /** Its position on a phone's card: at most one title, subtitle, figure and chip each. Other columns are omitted. */
  readonly card?: 'title' | 'subtitle' | 'figure' | 'chip';
  /** The header's tooltip: what the figure means. */
  readonly help?: string;
  /** Read by screen readers instead of the cell: with unit and currency. */
  readonly spoken?: (row: Row) => string;
  /** The text copied from a cell that cannot be edited. Default: its value. */
  readonly copy?: (row: Row) => string;
  /** Makes the cells editable, where the table has `editing`. */
  readonly edit?: CellEdit<Row>;
}

/** The selection can extend to all rows that match, beyond the page. */
export interface BulkReach {
  /** The number of rows that match. */
  readonly total: number;
  /** All rows that match are selected, not only those checked on the page. */
  readonly isAll: boolean;
  readonly chooseAll: () => void;
  /** The filter that they match. */
  readonly filter: FilterInput;
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}
interface FilterBase {
  /** Field of the list's declared filters. */
  readonly field: string;
  readonly label: string;
}
/** A filter that this list offers. */
export type GridFilter =
  /** Include and exclude lists; `single` for lists that support only `in`. */
  | (FilterBase & {
      kind: 'select';
      options: readonly FilterOption[] | (() => Promise<readonly FilterOption[]>);
      ops?: readonly ('in' | 'notIn' | 'isEmpty' | 'isNotEmpty')[];
    })
  | (FilterBase & { kind: 'text' })
  | (FilterBase & {
      kind: 'range';
      of: 'number' | 'day';
      ops?: readonly ('gte' | 'lte' | 'between' | 'isEmpty' | 'isNotEmpty')[];
      unit?: string;
    })
  | (FilterBase & { kind: 'presence' });

interface GridEmpty {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly body: ReactNode;
  readonly actions?: ReactNode;
}

/** The export of a table. */
export interface GridExports {
  readonly endpoint: EndpointSpec;
  /** The columns that the file can have; table columns with these ids are exported as such. */
  readonly columns: Readonly<Record<string, string>>;
  /** File columns for other table columns: the product column becomes SKU and name. */
  readonly as?: Readonly<Record<string, readonly string[]>>;
  /** Conditions of the table beside its filter. */
  readonly chips?: readonly FilterChip[];
}

export interface DataGridProps<E extends EndpointSpec, T extends EndpointSpec> {
  /** The name of its stored layout; `storageKey` separates two tables with one id. */
  readonly id: GridId;
  readonly storageKey?: string;
  /** In the plural, for labels: "Products". */
  readonly name: string;
  /** The topic whose live messages refresh it. */
  readonly topic: Topic;
  readonly endpoint: E;
  /** Exact count and sums over the whole filter; the answer needs a field `count`. */
  readonly totalsEndpoint?: T;
  readonly params?: CallInput<E> extends { params?: infer P } ? P : never;
  /** Further query fields that are not filters. */
  readonly query?: Omit<QueryIn<E> & object, 'page' | 'size' | 'offset' | 'sort' | 'search' | 'filter'>;
  readonly columns: readonly GridColumn<RowOf<E>, ResponseOf<T>>[];
  readonly getRowId: (row: RowOf<E>) => string;
  readonly rowHref?: (row: RowOf<E>) => string;
  /** The content of the preview that Space opens; Up and Down change the row. */
  readonly preview?: (row: RowOf<E>) => { title: ReactNode; body: ReactNode };
  readonly filters?: readonly GridFilter[];
  /** The placeholder: "Name, SKU, ASIN". Without it there is no search. */
  readonly searchPlaceholder?: string;
  readonly defaultSort?: readonly string[];
  readonly empty: GridEmpty;
  /** At the left of the footer: "Costs per unit in GBP". */
  readonly footnote?: ReactNode;
  /** Between search and columns, at the right: a legend. */
  readonly legend?: ReactNode;
  /** Below a phone's card: one action. */
  readonly cardAction?: (row: RowOf<E>) => ReactNode;
  /** `fill` (default): as high as the page allows, scrolls inside; `auto`: as high as its rows. */
  readonly height?: 'fill' | 'auto';
  /** Keeps filters and page in the address (default); false inside a tab that shares it. */
  readonly inAddress?: boolean;
  /** Rows can be selected; renders the bulk bar over the footer. Not on a phone. */
  readonly bulk?: (rows: readonly RowOf<E>[], clear: () => void, reach: BulkReach) => ReactNode;
  /** Cells of columns with `edit` are changed in place. Not on a phone. */
  readonly editing?: GridEditing<RowOf<E>>;
  /** Named views above the toolbar. Not for a table that shares its id with another one. */
  readonly views?: boolean;
  /** The same rows as a file. */
  readonly exports?: GridExports;
  /** Called with the visible rows and the index of the first one among all. */
  readonly onRows?: (shown: {
    readonly rows: readonly RowOf<E>[];
    readonly from: number;
    readonly total: number;
  }) => void;
  /** Called when a page has loaded, for the count in the page title. */
  readonly onCount?: (count: { total: number; isCapped: boolean }) => void;
}
