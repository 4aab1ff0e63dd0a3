import type { ReadingChoices } from '../../../components/form/column-readings.tsx';

/** What a person chose about the import of opening stock. */
export interface Choices extends ReadingChoices {
  readonly isOnlyValid: boolean;
}
