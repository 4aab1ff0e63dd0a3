import type { ErrorReport } from '@quayside/contracts/error-reports';

/** The person in whose browser a failure happened. */
interface ReportedPerson {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}
export interface ErrorEnvelope {
  readonly release: string;
  readonly person: ReportedPerson;
  readonly reports: readonly ErrorReport[];
}

/** Reports failures to the operators. It returns at once and never throws. */
export interface ErrorReporter {
  report(envelope: ErrorEnvelope): void;
}
