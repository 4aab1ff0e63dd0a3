import type { DecimalMark } from '@quayside/domain/money/number-text';

/** What a person chose about the import of opening stock. */
export interface Choices {
  readonly decimalMark?: DecimalMark;
  readonly isOnlyValid: boolean;
}
