import type { ErrorReport } from '@quayside/contracts/error-reports';

/** The person who was affected by a failure. */
export interface ReportedPerson {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}
export interface ErrorEnvelope {
  readonly release: string;
  readonly person: ReportedPerson;
  readonly reports: readonly ErrorReport[];
}

/** Reports failures to the operators. Returns at once and never throws. */
export interface ErrorReporter {
  report(envelope: ErrorEnvelope): void;
}
