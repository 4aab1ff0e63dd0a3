import type { RateTableImport } from '@quayside/contracts/rate-tables';
import type { ReadingChoices } from '../../../components/form/column-readings.tsx';

/** What is imported. `at` tells two files with the same name apart. */
export type Source = { readonly text: string } | { readonly file: File; readonly at: number };
/** How a table is sent. */
export interface Sending extends ReadingChoices {
  readonly dryRun: 'true' | 'false';
  readonly onlyValid: 'true' | 'false';
}
/** A kind of rate that is imported. */
export interface ImportedRates {
  readonly topic: 'freight-rates' | 'duty-rates';
  readonly title: string;
  readonly entity: string;
  readonly hint: string;
  readonly send: (source: Source, query: Sending) => Promise<RateTableImport>;
}
/** What a person chose about the import of a table. */
export interface Choices extends ReadingChoices {
  readonly isOnlyValid: boolean;
}
