import type { BodyIn, EndpointSpec } from '@quayside/contracts/endpoint';
import type { ImportMode } from '@quayside/contracts/imports';
import type { Topic } from '@quayside/contracts/live';
import type { Page } from '@quayside/contracts/paging';
import type { remapProductImport } from '@quayside/contracts/products/product-imports';
import type { ColumnUnit, WrittenUnit } from '@quayside/domain/products/units';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { T } from '../../i18n/i18n.ts';
import type { FetchedFile } from '../../lib/api/call.ts';
import type { ImportUploader } from './import-upload.ts';
import type { ImportWords } from './record-words.ts';
import type { AnyImport, AnyImportRow, ErrorGroup, KeptRow, MappingState, Meaning, RowChange } from './import-types.ts';

// The screens of all imports are the same. A feature describes its import in an `ImportKit`.

/** The calls of an import. */
interface ImportCalls {
  readonly get: (importId: string, signal: AbortSignal) => Promise<AnyImport>;
  readonly list: (query: ListQuery, signal: AbortSignal) => Promise<Page<AnyImport>>;
  readonly rows: (importId: string, query: ListQuery, signal: AbortSignal) => Promise<Page<AnyImportRow>>;
  readonly remap: (importId: string, body: RemapBody) => Promise<AnyImport>;
  readonly start: (importId: string, mode: ImportMode, idempotencyKey: string) => Promise<AnyImport>;
  readonly cancel: (importId: string) => Promise<AnyImport>;
  readonly undo: (importId: string) => Promise<AnyImport>;
  readonly errorFile: (importId: string) => Promise<FetchedFile>;
  readonly template: () => Promise<FetchedFile>;
}
interface ListQuery {
  readonly page: number;
  readonly size: number;
  readonly sort: string[];
  readonly filter?: string;
}
/** What a person chose for the columns; the import of a record without measures ignores the units. */
export interface RemapBody extends Omit<BodyIn<typeof remapProductImport>, 'values'> {
  /** Absent where another sheet or encoding is chosen. */
  readonly values?: readonly Meaning[];
}

/** The values that a word can mean. */
export interface MeaningChoice {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether the word can count as empty. */
  readonly canBeEmpty: boolean;
  /** Whether there are so many values that a person must search. */
  readonly isSearched?: boolean;
}
/** Which words of an import a person can give a meaning, and the labels of meanings. */
export interface Meanings {
  readonly choiceOf: (field: string, group: ErrorGroup, word: string) => MeaningChoice | undefined;
  readonly labelOf: (meaning: Meaning) => string | undefined;
}

export interface ImportKit {
  /** The topic of live messages about imports, and the first part of the keys of queries. */
  readonly topic: Topic;
  /** The calls that need a permission. */
  readonly specs: Readonly<Record<'create' | 'remap' | 'start' | 'cancel' | 'undo' | 'errorFile', EndpointSpec>>;
  readonly calls: ImportCalls;
  readonly uploader: ImportUploader;
  readonly words: (t: T) => ImportWords;
  readonly paths: {
    readonly list: string;
    readonly one: (importId: string) => string;
    /** The list of all records. */
    readonly records: string;
    /** The list of the records of an import; undefined if there is no such list. */
    readonly stored: (importId: string) => string | undefined;
  };
  readonly fields: readonly string[];
  /** The fields of which one must be mapped, because they tell the records apart. */
  readonly identity: readonly string[];
  readonly fieldWord: (field: string, t: T) => string;
  readonly valueWord: (change: RowChange, value: string, unit: string | null, t: T) => string;
  /** The name of a record in a row; `path` is null if it cannot be opened. */
  readonly nameOf: (row: AnyImportRow) => {
    readonly title: string;
    readonly detail: string;
    readonly path: string | null;
  };
  /** Explains below the name of a record how its row was understood; undefined if there is nothing to explain. */
  readonly noteOf?: (row: AnyImportRow, t: T) => string | undefined;
  /** The fields that `nameOf` shows already. */
  readonly namedBy: readonly string[];
  readonly keptName: (row: KeptRow) => { readonly id: string; readonly label: string; readonly path: string };
  /** Renders its children with the meanings that words of an import can have. */
  readonly WithMeanings: ComponentType<{
    readonly result: AnyImport;
    readonly children: (meanings: Meanings) => ReactNode;
  }>;
  /** Tells the other queries that records have changed. */
  readonly refreshRecords: () => void;
  /** The units of measures; undefined if the records have none. */
  readonly units?: {
    readonly of: (columns: AnyImport['columns'], choices: UnitChoices) => (ColumnUnit | undefined)[];
    readonly Choice: ComponentType<{
      readonly column: string;
      readonly of: ColumnUnit;
      readonly onChoose: ((unit: WrittenUnit | null) => void) | undefined;
    }>;
  };
  /** Explains how the cells of a file are written. */
  readonly Help?: ComponentType;
  /** Questions values that look wrong. */
  readonly Doubt?: ComponentType<{ readonly result: AnyImport }>;
  /** What can be done about a group of errors beside choosing what words mean. */
  readonly GroupAction?: ComponentType<{
    readonly group: ErrorGroup;
    readonly field: string;
    readonly mapping: MappingState;
  }>;
}
interface UnitChoices {
  readonly fields: readonly (string | null)[];
  readonly units: readonly (WrittenUnit | null)[];
}

export const ImportKitContext = createContext<ImportKit | undefined>(undefined);

/** The kit of the import that this screen shows. */
export function useImportKit(): ImportKit {
  const kit = useContext(ImportKitContext);
  if (!kit) throw new Error('The screens of an import need an ImportKitContext');
  return kit;
}
