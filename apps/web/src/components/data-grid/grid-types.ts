import type { EndpointSpec, QueryIn, ResponseOf } from '@quayside/contracts/endpoint';
import type { GridId } from '@quayside/contracts/grids';
import type { Topic } from '@quayside/contracts/live';
import type { FilterChip, Page } from '@quayside/contracts/paging';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallInput } from '../../lib/api/call.ts';
import type { CellEdit, GridEditing } from './edit/cell-edit.ts';
import type { FilterInput } from './grid-state.ts';

/** The row type of a list's endpoint. */
export type RowOf<E> = ResponseOf<E> extends Page<infer Row> ? Row : never;

/**
 * The definition of a column. Values are computed by functions and not by AG Grid's string expressions, which need
 * eval.
 */
export interface GridColumn<Row, Totals = unknown> {
  /** The id of the column, which is unique in the table. By default, it is also the field by which the server sorts. */
  readonly id: string;
  readonly header: string;
  /** Hides the words of the header from the eye; screen readers and the choice of columns still name the column. */
  readonly isHeaderHidden?: boolean;
  /**
   * Returns the value of the cell. When this value changes, the cell flashes. Default: the field of the row with the
   * column's id.
   */
  readonly value?: (row: Row) => string | number | boolean | null | undefined;
  /** Renders the cell. Default: the value, or an en dash when it is missing. */
  readonly render?: (row: Row) => ReactNode;
  /** `number`: right-aligned, with digits of equal width, and never narrower than its widest figure. */
  readonly kind?: 'text' | 'number';
  /** Makes a column of text, such as days or chips, at least as wide as its widest cell. */
  readonly fits?: boolean;
  /**
   * With true, the server sorts by the column's id; with a string, by the named field. Default: the column cannot be
   * sorted.
   */
  readonly sort?: true | string;
  readonly width?: number;
  readonly minWidth?: number;
  /** Makes the column take a share of the remaining width. */
  readonly flex?: number;
  /** Hides the column until the person chooses to show it. */
  readonly hidden?: boolean;
  readonly pinned?: 'left';
  /** Makes the cell a link to the row. Exactly one column has this when `rowHref` is given. */
  readonly link?: boolean;
  /** Renders the cell of the totals row. */
  readonly total?: (totals: Totals) => ReactNode;
  /** Where a phone's card shows the value. Each place can be used once; a column without a place is not on the card. */
  readonly card?: 'title' | 'subtitle' | 'figure' | 'chip';
  /** Renders the value on a card, where no header says what it is. Default: as in the cell. */
  readonly onCard?: (row: Row) => ReactNode;
  /** The tooltip of the header, which explains the column. */
  readonly help?: string;
  /** The text that screen readers announce instead of the cell's content, including unit and currency. */
  readonly spoken?: (row: Row) => string;
  /** The text copied from a cell that cannot be edited. Default: its value. */
  readonly copy?: (row: Row) => string;
  /** Makes the cells editable if the table has `editing`. */
  readonly edit?: CellEdit<Row>;
}

/** In a narrow window: whether the rows are a table and not cards, and what changes this. */
export interface Narrow {
  readonly isTable: boolean;
  readonly toggle: () => void;
}

/** Lets a bulk action apply to all rows that match the filter, beyond the current page. */
export interface BulkReach {
  /** The number of rows that match the filter. */
  readonly total: number;
  /** Whether all matching rows are selected, and not only those checked on the page. */
  readonly isAll: boolean;
  readonly chooseAll: () => void;
  /** The filter of the matching rows. */
  readonly filter: FilterInput;
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
  /** Whether the option is listed only on request. */
  readonly isAside?: boolean;
}
interface FilterBase {
  /** The name of a filter that the list's endpoint declares. */
  readonly field: string;
  readonly label: string;
}
/** A filter that this list offers. */
export type GridFilter =
  /** A select filter with include and exclude lists. `single` is for lists that support only `in`. */
  | (FilterBase & {
      kind: 'select';
      options: readonly FilterOption[] | (() => Promise<readonly FilterOption[]>);
      ops?: readonly ('in' | 'notIn' | 'isEmpty' | 'isNotEmpty')[];
      /** The words of the button that lists the options which are aside. */
      showAside?: string;
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

/** The configuration of a table's file export. */
export interface GridExports {
  readonly endpoint: EndpointSpec;
  /** The columns that the exported file can have. A table column whose id is listed here is exported under this id. */
  readonly columns: Readonly<Record<string, string>>;
  /** Replaces a table column with columns of the file: for example, the product column becomes SKU and name. */
  readonly as?: Readonly<Record<string, readonly string[]>>;
  /** Whether the endpoint can export single rows, so that selected rows can be exported alone. */
  readonly byId?: true;
  /** Conditions that always apply in addition to the person's filter chips. */
  readonly chips?: readonly FilterChip[];
}

export interface DataGridProps<E extends EndpointSpec, T extends EndpointSpec> {
  /**
   * The id of the table, under which its layout is stored. Two tables with the same id are separated by `storageKey`.
   */
  readonly id: GridId;
  readonly storageKey?: string;
  /** The name of the rows in the plural, for labels: "Products". */
  readonly name: string;
  /** The topic whose live messages refresh the table. */
  readonly topic: Topic;
  readonly endpoint: E;
  /**
   * Returns the exact row count and the sums over all rows that match the filter. Its response must have a field
   * `count`.
   */
  readonly totalsEndpoint?: T;
  readonly params?: CallInput<E> extends { params?: infer P } ? P : never;
  /** Query fields of the list call that do not come from the table's filters. */
  readonly query?: Omit<QueryIn<E> & object, 'page' | 'size' | 'offset' | 'sort' | 'search' | 'filter'>;
  readonly columns: readonly GridColumn<RowOf<E>, ResponseOf<T>>[];
  readonly getRowId: (row: RowOf<E>) => string;
  readonly rowHref?: (row: RowOf<E>) => string;
  /** Called when a key, such as `p`, is pressed on a row that has the focus. */
  readonly rowKeys?: Readonly<Record<string, (row: RowOf<E>) => void>>;
  /** Renders the preview of a row, which Space opens. While it is open, Up and Down move to another row. */
  readonly preview?: (row: RowOf<E>) => { title: ReactNode; body: ReactNode };
  readonly filters?: readonly GridFilter[];
  /** The placeholder of the search field: "Name, SKU, ASIN". The table has a search field only if this is given. */
  readonly searchPlaceholder?: string;
  readonly defaultSort?: readonly string[];
  /** The filters that apply until the person chooses others. Without a row, the table then counts as empty. */
  readonly defaultChips?: readonly FilterChip[];
  readonly empty: GridEmpty;
  /** Text on the left of the footer: "Costs per unit in GBP". */
  readonly footnote?: ReactNode | ((totals: ResponseOf<T> | undefined) => ReactNode);
  /** A legend on the right of the toolbar, between search and columns. */
  readonly legend?: ReactNode;
  /** An action below the card on a phone. */
  readonly cardAction?: (row: RowOf<E>) => ReactNode;
  /**
   * With `fill` (default), the table fills the page and scrolls inside. With `auto`, the table is as high as its rows.
   */
  readonly height?: 'fill' | 'auto';
  /**
   * Whether filters and page are kept in the URL (default). False in a tab whose page already uses the URL for another
   * table.
   */
  readonly inUrl?: boolean;
  /**
   * Renders the bar with actions for the selected rows. Rows can be selected only when this is given, and not on
   * phones.
   */
  readonly bulk?: (rows: readonly RowOf<E>[], clear: () => void, reach: BulkReach) => ReactNode;
  /** Makes the cells of columns with `edit` editable in place, except on phones. */
  readonly editing?: GridEditing<RowOf<E>>;
  /** Shows the named views above the toolbar. A table that shares its id with another table cannot have views. */
  readonly views?: boolean;
  /** The file export of the table. */
  readonly exports?: GridExports;
  /** Called with the visible rows and the position of the first one among all rows. */
  readonly onRows?: (shown: {
    readonly rows: readonly RowOf<E>[];
    readonly from: number;
    readonly total: number;
  }) => void;
  /** Called when a page of rows has loaded, so that the title of the page can show the count. */
  readonly onCount?: (count: { total: number; isCapped: boolean }) => void;
}
