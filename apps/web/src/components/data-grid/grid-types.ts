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

/** How a column looks and speaks. Functions only: text expressions would need eval. */
export interface GridColumn<Row, Totals = unknown> {
  /** Unique in the table; also the field for the server's sorting. */
  readonly id: string;
  readonly header: string;
  /** What the cell holds: a change of it flashes. Default: the row's field of this id. */
  readonly value?: (row: Row) => string | number | boolean | null | undefined;
  /** How the cell looks. Default: the value, an en dash for nothing. */
  readonly render?: (row: Row) => ReactNode;
  /** `number` stands at the right in tabular figures. */
  readonly kind?: 'text' | 'number';
  /** True: sorted by the server under this id; a text: under that field. Default: not sortable. */
  readonly sort?: true | string;
  readonly width?: number;
  readonly minWidth?: number;
  /** Takes what is left of the width. */
  readonly flex?: number;
  /** Not shown until somebody chooses it. */
  readonly hidden?: boolean;
  readonly pinned?: 'left';
  /** The name cell: a real link to the row. Exactly one column has it when `rowHref` is given. */
  readonly link?: boolean;
  /** Its cell of the totals row. */
  readonly total?: (totals: Totals) => ReactNode;
  /** Its place on a phone's card: at most one title, one subtitle, one figure, one chip. Others are left out. */
  readonly card?: 'title' | 'subtitle' | 'figure' | 'chip';
  /** Tooltip of the header: what the figure means. */
  readonly help?: string;
  /** Said by screen readers in place of the cell: with unit and currency. */
  readonly spoken?: (row: Row) => string;
  /** What is copied of a cell that cannot be edited. Default: its value. */
  readonly copy?: (row: Row) => string;
  /** The cells can be changed in place, where the table has `editing`. */
  readonly edit?: CellEdit<Row>;
}

/** All rows that match, beside those of the page. */
export interface BulkReach {
  /** How many match. */
  readonly total: number;
  /** Chosen are all that match, not only the ticked ones. */
  readonly isAll: boolean;
  readonly chooseAll: () => void;
  /** What they match. */
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
  /** One of, or none of; `single` for one-of lists that only know `in`. */
  | (FilterBase & {
      kind: 'select';
      options: readonly FilterOption[] | (() => Promise<readonly FilterOption[]>);
      ops?: readonly ('in' | 'notIn' | 'isEmpty' | 'isNotEmpty')[];
    })
  | (FilterBase & { kind: 'text' })
  | (FilterBase & { kind: 'range'; of: 'number' | 'day'; ops?: readonly ('gte' | 'lte' | 'between' | 'isEmpty' | 'isNotEmpty')[]; unit?: string })
  | (FilterBase & { kind: 'presence' });

export interface GridEmpty {
  readonly icon: TablerIcon;
  readonly title: string;
  readonly body: ReactNode;
  readonly actions?: ReactNode;
}

/** How a table becomes a file. */
export interface GridExports {
  readonly endpoint: EndpointSpec;
  /** Names of the columns that the file can have; a column of the table with such an id is one of them. */
  readonly columns: Readonly<Record<string, string>>;
  /** What other columns of the table become: a product is its SKU and its name. */
  readonly as?: Readonly<Record<string, readonly string[]>>;
  /** What the rows of the table are narrowed by beside its filter. */
  readonly chips?: readonly FilterChip[];
}

export interface DataGridProps<E extends EndpointSpec, T extends EndpointSpec> {
  /** Its saved layout's name; `storageKey` keeps two uses of one id apart. */
  readonly id: GridId;
  readonly storageKey?: string;
  /** In the plural, for labels: "Products". */
  readonly name: string;
  /** The topic whose live messages refresh it. */
  readonly topic: Topic;
  readonly endpoint: E;
  /** Exact count and sums over the whole filter; needs the field `count`. */
  readonly totalsEndpoint?: T;
  readonly params?: CallInput<E> extends { params?: infer P } ? P : never;
  /** Further query fields that are not filters. */
  readonly query?: Omit<QueryIn<E> & object, 'page' | 'size' | 'offset' | 'sort' | 'search' | 'filter'>;
  readonly columns: readonly GridColumn<RowOf<E>, ResponseOf<T>>[];
  readonly getRowId: (row: RowOf<E>) => string;
  readonly rowHref?: (row: RowOf<E>) => string;
  /** What Space opens at the right; Up and Down move it. */
  readonly preview?: (row: RowOf<E>) => { title: ReactNode; body: ReactNode };
  readonly filters?: readonly GridFilter[];
  /** Names what the search covers: "Name, SKU, ASIN". Without it there is no search. */
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
  /** Keep filters and page in the address (default); false inside a tab that shares it. */
  readonly inAddress?: boolean;
  /** Rows can be ticked; this is what the bar over the footer offers for them. Not on a phone. */
  readonly bulk?: (rows: readonly RowOf<E>[], clear: () => void, reach: BulkReach) => ReactNode;
  /** Cells of columns with `edit` are changed in place. Not on a phone. */
  readonly editing?: GridEditing<RowOf<E>>;
  /** Named views above the toolbar. Not for a table that shares its id with another one. */
  readonly views?: boolean;
  /** The same rows as a file. */
  readonly exports?: GridExports;
  /** Told what is on screen: the rows, and where the first of them stands among all. */
  readonly onRows?: (shown: { readonly rows: readonly RowOf<E>[]; readonly from: number; readonly total: number }) => void;
  /** Told when the page arrives, for the page title's count. */
  readonly onCount?: (count: { total: number; isCapped: boolean }) => void;
}
