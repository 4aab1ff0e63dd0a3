import type { Topic } from '@quayside/contracts/live';
import type { NotificationType } from '@quayside/domain/lists';

/** All domain events. `changed` and notifications reach the live streams; session events stay on the server. */
export interface Changed {
  readonly type: 'changed';
  readonly topic: Topic;
  readonly ids: readonly string[];
  /** The version of the row, if one row changed. */
  readonly version: number | null;
  /** Only this person gets the event; without it, everybody in the account does. */
  readonly onlyFor?: string;
}
/** Sessions were revoked: close their streams and evict them from the sign-in cache. */
export interface SessionsEnded {
  readonly type: 'sessions-ended';
  readonly sessionIds: readonly string[];
}
/**
 * Sessions switched to another account or lost access to this one: close their streams of it and evict them from the
 * sign-in cache.
 */
export interface SessionsShutOut {
  readonly type: 'sessions-shut-out';
  readonly sessionIds: readonly string[];
}
/** A new notification exists. The type is the name of the live message. */
export interface NotificationRaised {
  readonly type: NotificationType;
  readonly id: string;
}
export type DomainEvent = Changed | SessionsEnded | SessionsShutOut | NotificationRaised;
