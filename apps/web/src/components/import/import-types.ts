import type { ImportAction, ImportState } from '@quayside/contracts/imports';
import type { ImportRow, ProductImport } from '@quayside/contracts/products/product-imports';
import type { SupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
import type { UndoResult } from '@quayside/contracts/undo';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import type { ColumnUnit, WrittenUnit } from '@quayside/domain/products/units';
import type { FileChoice } from '../form/file-reading.tsx';

// An import of any kind of record, as the screens of imports need it.

/** What a word of a file means. `to` is null if the word counts as empty. */
export interface Meaning {
  readonly field: string;
  readonly from: string;
  readonly to: string | null;
}
/** A row that an undo left as it is. The names of its record depend on the kind of record. */
export type KeptRow = { readonly row: number; readonly reason: UndoResult['kept'][number]['reason'] } & RecordName;
/** The id and the name of a product or a supplier. */
interface RecordName {
  readonly productId?: string | null;
  readonly sku?: string;
  readonly name?: string;
  readonly supplierId?: string | null;
  readonly companyName?: string;
}
type Shared = Omit<SupplierImport, 'kind' | 'columns' | 'values' | 'similar' | 'suppliers' | 'sample' | 'undo'>;
/** An import of any kind of record, as the screens need it. */
export interface AnyImport extends Shared {
  readonly kind: ProductImport['kind'];
  readonly columns: readonly (SupplierImport['columns'][number] & { readonly unit?: ColumnUnit | null })[];
  readonly values: readonly Meaning[];
  readonly parcels?: ProductImport['parcels'];
  readonly similar?: SupplierImport['similar'];
  readonly suppliers?: SupplierImport['suppliers'];
  readonly undo: (Omit<NonNullable<ProductImport['undo']>, 'kept'> & { readonly kept: readonly KeptRow[] }) | null;
}
export type ErrorGroup = AnyImport['errorGroups'][number];

/** A value of a row before and after, with its unit if it is a measure. */
export interface RowChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly unitBefore?: string | null;
  readonly unitAfter?: string | null;
}
/** A row of a file, with its effect on each field. */
export interface AnyImportRow extends RecordName {
  readonly row: number;
  readonly action: ImportAction;
  readonly changes: readonly RowChange[];
  readonly errors: AnyImport['errors'];
  /** How the product was found, if not by its SKU. */
  readonly foundBy?: ImportRow['foundBy'];
}

/** What a person chooses for each column of a file. */
export interface Mapping {
  readonly fields: readonly (string | null)[];
  /** The chosen units; null where the heading or the rows name the unit, or nothing does. */
  readonly units: readonly (WrittenUnit | null)[];
  readonly decimalMarks: readonly (DecimalMark | null)[];
  /** What words of the file mean in fields with a closed list of values. */
  readonly values: readonly Meaning[];
}

/** The column mapping of an import with the changes that are not checked yet. */
export interface MappingState extends Mapping {
  readonly unitOfColumns: readonly (ColumnUnit | undefined)[];
  /** True if the rows were checked with another mapping than the present one. */
  readonly isChanged: boolean;
  readonly isChecking: boolean;
  readonly chooseField: (column: number, field: string | null) => void;
  /** Chooses the unit of a column. Columns of the same kind whose unit nothing names get it too. */
  readonly chooseUnit: (column: number, unit: WrittenUnit | null) => void;
  readonly chooseMark: (column: number, mark: DecimalMark) => void;
  /** Chooses what a word of the file means; undefined: nothing that is known. */
  readonly chooseValue: (field: string, from: string, to: string | null | undefined) => void;
  /** Reads another sheet, or the file in another encoding; its columns are guessed anew. */
  readonly chooseFile: (choice: FileChoice) => void;
  /** Checks the rows with the present mapping. Undefined while no column identifies the records. */
  readonly check: (() => void) | undefined;
}

const RUNNING: ReadonlySet<ImportState> = new Set(['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING']);
export const isRunning = ({ state }: Pick<AnyImport, 'state'>): boolean => RUNNING.has(state);
