import type { FileReading } from '@quayside/contracts/imports';
import type { ReactNode } from 'react';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount } from '../../../lib/words/format.ts';
import { ColumnReadings, isReadingOpen, type ReadColumn } from '../../form/column-readings.tsx';
import { type CartonChoice, CartonQuestion } from './carton-question.tsx';
import type { BaseChoices, Checked, OneCallImport, Shown } from './one-call.ts';
import type { ImportSource } from './import-source.tsx';
import { SimpleRows } from './simple-rows.tsx';

// Imports of tables whose columns are found by their headings: the answer says what it read, and what it asks.

/** What the calls of such imports answer, to a dry run and to an import. */
export interface TableResult extends Checked {
  /** How a file was read. */
  readonly reading?: FileReading | undefined;
  /** How many rows count cartons of products with units per case. */
  readonly cartons?: number | undefined;
  readonly errors: readonly {
    readonly row: number;
    readonly column: string | null;
    readonly value: string;
    readonly message: string;
  }[];
}
type TableColumn = ReadColumn & { readonly field?: string | null };
/** How a table is sent: with the choices of the person in the query. */
export type TableQuery<Asked> = Asked & Record<'dryRun' | 'onlyValid', 'true' | 'false'>;

/** An import of a table. `Asked` are the choices that its call takes. */
export interface TableImport<Result extends TableResult, Asked extends object>
  extends Pick<
    OneCallImport<Result, Asked & BaseChoices>,
    'topic' | 'title' | 'permission' | 'source' | 'entity' | 'onStored' | 'width'
  > {
  readonly other?: string;
  readonly start: Asked;
  readonly send: (source: ImportSource, query: TableQuery<Asked>, options: SentWith) => Promise<Result>;
  /** How many rows would be stored. */
  readonly count: (result: Result) => number;
  readonly action: (count: number) => string;
  readonly leaveOut: (count: number) => string;
  /** The columns, with how they are read; undefined: the table has no headings. */
  readonly columns?: (result: Result) => readonly TableColumn[];
  /** Whether a question of `questions` is open. */
  readonly isAsking?: (result: Result) => boolean;
  /** What the table has, in a sentence. */
  readonly summary: (result: Result) => string;
  readonly questions?: (shown: Shown<Result, Asked & BaseChoices>) => ReactNode;
  /** The heading of the errors, and the sentence about columns that are not read, where they are others. */
  readonly words?: { readonly errors: string; readonly unread: (columns: string) => string };
  /** Whether errors say the heading of their column. */
  readonly areErrorsOfColumns: boolean;
  /** The first rows, as they were understood. */
  readonly rows: (result: Result) => ReactNode;
}
interface SentWith {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

const flag = (is: boolean): 'true' | 'false' => (is ? 'true' : 'false');

/** The import of a table as one of one call. */
export function tableImport<R extends TableResult, A extends object>(
  t: T,
  of: TableImport<R, A>,
): OneCallImport<R, A & BaseChoices> {
  const queryOf = ({ isOnlyValid, ...asked }: A & BaseChoices, isDryRun: boolean) => ({
    ...(asked as unknown as A),
    dryRun: flag(isDryRun),
    onlyValid: flag(isOnlyValid),
  });
  return {
    ...(!of.source.isPastedOnly && { other: t('imports:other') }),
    ...of,
    start: { ...of.start, isOnlyValid: false },
    action: (result) => of.action(result ? of.count(result) : 0),
    check: (source, choices, signal) => of.send(source, queryOf(choices, true), { signal }),
    store: ({ source, choices }, idempotencyKey) => of.send(source, queryOf(choices, false), { idempotencyKey }),
    canStore: (result) =>
      of.count(result) > 0 && !isReadingOpen(of.columns?.(result) ?? []) && of.isAsking?.(result) !== true,
    show: (shown) => <TableShown of={of} {...shown} />,
  };
}

/** The counts of an import as words, to be put into its summary. */
export const countsInWords = <Key extends string>(counts: Readonly<Record<Key, number>>) =>
  Object.fromEntries(Object.entries<number>(counts).map(([key, count]) => [key, formatCount(count)])) as Record<
    Key,
    string
  >;

type ShownProps<R extends TableResult, A extends object> = Shown<R, A & BaseChoices> & {
  readonly of: TableImport<R, A>;
};

/** What the import of a table would do: counts, how it is read, the errors by cell, and the first rows. */
function TableShown<R extends TableResult, A extends object>({ of, ...shown }: ShownProps<R, A>) {
  const t = useT();
  const { result, choose, leaveOut } = shown;
  const columns = of.columns?.(result) ?? [];
  const unread = columns
    .flatMap(({ field, heading }) => (field === null && heading !== '' ? [heading] : []))
    .join(', ');
  return (
    <>
      <p role="status">{of.summary(result)}</p>
      {of.questions?.(shown)}
      <CartonQuestion
        count={result.cartons}
        choices={shown.choices as CartonChoice}
        choose={(choice) => choose(choice as Partial<A & BaseChoices>)}
      />
      <ColumnReadings
        columns={columns}
        file={result.reading}
        onChoose={(choice) => choose(choice as Partial<A & BaseChoices>)}
      />
      {unread !== '' && (
        <p className="muted">{of.words ? of.words.unread(unread) : t('imports:unread', { columns: unread })}</p>
      )}
      {result.errors.length > 0 && <Errors {...of} errors={result.errors} />}
      {leaveOut}
      {of.rows(result)}
    </>
  );
}

interface ErrorsProps extends Pick<TableResult, 'errors'> {
  readonly words?: { readonly errors: string };
  readonly areErrorsOfColumns: boolean;
}

function Errors({ words, areErrorsOfColumns: isNamed, errors }: ErrorsProps) {
  const t = useT();
  return (
    <SimpleRows
      label={words?.errors ?? t('imports:errorsByCell')}
      heads={[t('imports:row'), ...(isNamed ? [t('imports:ofColumn')] : []), t('imports:cell'), t('imports:problem')]}
      rows={errors.map(({ row, column, value, message }) => [
        String(row),
        ...(isNamed ? [column ?? EN_DASH] : []),
        value,
        message,
      ])}
    />
  );
}
