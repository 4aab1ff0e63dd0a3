import type { Topic } from '@quayside/contracts/live';
import type { NotificationType } from '@quayside/domain/lists';

/** All domain events. `changed` and notifications are sent to the browsers; session events stay on the server. */
interface Changed {
  readonly type: 'changed';
  readonly topic: Topic;
  readonly ids: readonly string[];
  /** The new version of the row, if only one row changed. */
  readonly version: number | null;
  /** The only person who gets the event, or `admins` of the account. If it is absent, everybody gets the event. */
  readonly onlyFor?: string;
}
/** Sessions were revoked. Their streams are closed, and the sessions are evicted from the sign-in cache. */
interface SessionsEnded {
  readonly type: 'sessions-ended';
  readonly sessionIds: readonly string[];
}
/**
 * Sessions switched to another account or lost access to this one. Their streams of this account are closed, and the
 * sessions are evicted from the sign-in cache.
 */
interface SessionsShutOut {
  readonly type: 'sessions-shut-out';
  readonly sessionIds: readonly string[];
}
/** There is a new notification. The type of the event is the name of the live message. */
interface NotificationRaised {
  readonly type: NotificationType;
  readonly id: string;
  /** As in `Changed`. */
  readonly onlyFor?: string;
}
export type DomainEvent = Changed | SessionsEnded | SessionsShutOut | NotificationRaised;
