import type { Topic } from '@quayside/contracts/live';
import type { ReactNode } from 'react';
import type { Permission } from '../../../lib/session/account.ts';
import type { ImportSource, SourceWords } from './import-source.tsx';

// The imports that are one call: a dry run says what would happen, and the same call stores it.

/** What every dry run says. */
export interface Checked {
  readonly counts: { readonly fail: number };
  /** The version of the record into which is imported, if only this version may be changed. */
  readonly version?: number;
}
/** What a person chose about an import. */
export interface BaseChoices {
  /** Leaves out the rows with errors. */
  readonly isOnlyValid: boolean;
}
/** The dry run with what belongs to it on the screen. */
export interface Shown<Result, Choices> {
  readonly result: Result;
  readonly choices: Choices;
  readonly choose: (next: Partial<Choices>) => void;
  /** Newer results are loading. */
  readonly isStale: boolean;
  /** The choice to leave out the rows with errors, where there are some. */
  readonly leaveOut: ReactNode;
}

/** An import of one call. A feature describes its import in one. */
export interface OneCallImport<Result extends Checked, Choices extends BaseChoices, Stored = Result> {
  /** The topic of live messages about what is imported, which begins the key of the dry run. */
  readonly topic: Topic;
  /** The id of the record into which is imported. */
  readonly into?: string;
  readonly title: string;
  /** The title once a file was chosen. By default, its name. */
  readonly titleOf?: (fileName: string) => string;
  /** The width of the preview in pixels. */
  readonly width?: number;
  readonly permission: Permission;
  readonly source: SourceWords;
  /** What was pasted before the dialog opened. */
  readonly pasted?: string;
  /** The button that goes back to the choice of a source. Without it, Cancel does. */
  readonly other?: string;
  readonly start: Choices;
  /** The version of the record into which is imported. Another one is checked again. */
  readonly version?: number;
  /** False while something must be stored before the dry run. */
  readonly isReady?: boolean;
  /** Asks what the import would do. It stores nothing. */
  readonly check: (source: ImportSource, choices: Choices, signal: AbortSignal) => Promise<Result>;
  readonly store: (sent: SentImport<Result, Choices>, idempotencyKey: string) => Promise<Stored>;
  /** What is imported, for failures. */
  readonly entity: string;
  readonly verb?: 'create' | 'update';
  /** The name of the preview, for failures. By default "preview". */
  readonly preview?: string;
  /** What the button says. */
  readonly action: (result: Result | undefined) => string;
  /** Whether all questions are answered, and there is something to import. Errors are left to `isOnlyValid`. */
  readonly canStore: (result: Result, choices: Choices) => boolean;
  /** Whether the dry run is all there is: then the only button closes the dialog. */
  readonly isOnlyShown?: (result: Result) => boolean;
  /** "Leave out 3 rows with errors". Undefined if no row may have one. */
  readonly leaveOut?: (count: number) => string;
  readonly show: (shown: Shown<Result, Choices>) => ReactNode;
  /** Tells the person and the queries what was stored. */
  readonly onStored?: (stored: Stored) => void;
}
/** What is stored, and what the dry run said of it. */
export interface SentImport<Result, Choices> {
  readonly source: ImportSource;
  readonly choices: Choices;
  readonly result: Result;
}
