import type { Topic } from '@quayside/contracts/live';
import type { NotificationType } from '@quayside/domain/lists';

/** What can happen. `changed` and notifications reach the live streams; what becomes of sessions stays on the server. */
export interface Changed {
  readonly type: 'changed';
  readonly topic: Topic;
  readonly ids: readonly string[];
  /** Version of the row, where one row moved. */
  readonly version: number | null;
  /** Said to this person alone; without it, to everybody in the account. */
  readonly onlyFor?: string;
}
/** Sessions ended: their streams close and their cached sign-in is dropped. */
export interface SessionsEnded {
  readonly type: 'sessions-ended';
  readonly sessionIds: readonly string[];
}
/** Sessions went to another account, or are not let into this one any more: their streams of it close and their cached sign-in is dropped. */
export interface SessionsShutOut {
  readonly type: 'sessions-shut-out';
  readonly sessionIds: readonly string[];
}
/** There is a new notification. The type is the name of the live message. */
export interface NotificationRaised {
  readonly type: NotificationType;
  readonly id: string;
}
export type DomainEvent = Changed | SessionsEnded | SessionsShutOut | NotificationRaised;

/** What the audit log keeps of a change. */
export interface AuditEntry {
  /** Verb with its subject, for example 'invoice.confirmed'. */
  readonly action: string;
  readonly subjectType:
    | 'account'
    | 'member'
    | 'person'
    | 'supplier'
    | 'product'
    | 'import'
    | 'invoice'
    | 'invoice-line'
    | 'document'
    | 'session'
    | 'notification'
    | 'view';
  readonly subjectIds: readonly string[];
  /** The record whose history this belongs to, where it is not the subject alone: the invoice of a line or of a document. */
  readonly historyOf?: string;
  /** Field by field what changed, where it is worth keeping. Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}
