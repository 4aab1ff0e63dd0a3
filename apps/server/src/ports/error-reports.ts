/** Whom a failure happened to. */
export interface ReportedPerson {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}
/** A failure in a browser, without secrets and without anything that was typed. */
export interface ErrorReport {
  readonly kind: 'uncaught' | 'screen' | 'call';
  readonly at: string;
  readonly message: string;
  readonly stack?: string | null | undefined;
  readonly page: string;
  readonly call?:
    | {
        readonly id: string;
        readonly method: string;
        readonly path: string;
        readonly status: number;
        readonly code: string;
        readonly requestId?: string | null | undefined;
      }
    | undefined;
  readonly count: number;
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
