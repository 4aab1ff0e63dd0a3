import type { ErrorReport } from '@quayside/contracts/error-reports';

/** Whom a failure happened to. */
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

/** Brings failures to whoever looks after them. Takes them at once and never fails: nobody waits for it. */
export interface ErrorReporter {
  report(envelope: ErrorEnvelope): void;
}
