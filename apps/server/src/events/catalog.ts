import type { Topic } from '@quayside/contracts/live';

/** What can happen. `changed` reaches the live streams; the others stay on the server. */
export interface Changed {
  readonly type: 'changed';
  readonly topic: Topic;
  readonly ids: readonly string[];
  /** Version of the row, where one row moved. */
  readonly version: number | null;
}
/** Sessions ended: their streams close and their cached sign-in is dropped. */
export interface SessionsEnded {
  readonly type: 'sessions-ended';
  readonly sessionIds: readonly string[];
}
export type DomainEvent = Changed | SessionsEnded;

/** What the audit log keeps of a change. */
export interface AuditEntry {
  /** Verb with its subject, for example 'invoice.confirmed'. */
  readonly action: string;
  readonly subjectType: 'account' | 'supplier' | 'product' | 'import' | 'invoice' | 'invoice-line' | 'session';
  readonly subjectIds: readonly string[];
  /** Field by field what changed, where it is worth keeping. Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}
