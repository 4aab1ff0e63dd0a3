import { NOTIFICATION_STATUSES, NOTIFICATION_TYPES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery, page } from './paging.ts';
import { id, instant, requiredText, userPath } from './primitives.ts';

export const notificationSchema = z.object({
  id,
  summary: z.string(),
  message: z.string().meta({ description: 'Plain text' }),
  messageDateTime: z.int().meta({ description: 'Seconds' }),
  messageDate: instant.meta({ description: 'The same instant' }),
  notificationType: z.enum(NOTIFICATION_TYPES),
  /** Of the person who asks. */
  notificationStatus: z.enum(NOTIFICATION_STATUSES),
  /** What it is about, where there is a page for it. */
  about: z.object({ type: z.enum(['INVOICE', 'PRODUCT', 'DOCUMENT']), id }).nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;
/** What a back-office job tells the members of the account (G-045). */
export const notificationBody = z.strictObject({
  notificationType: z.enum(NOTIFICATION_TYPES),
  summary: requiredText(200),
  message: requiredText(5000),
});

export const listNotifications = endpoint({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications/{userId}',
  access: 'self',
  summary: 'Notifications of the signed-in person in this account, newest first, without dismissed ones',
  params: userPath,
  query: listQuery({ sort: ['messageDateTime'], filters: {} }),
  response: page(notificationSchema),
});
export const subscribe = endpoint({
  id: 'subscribe',
  method: 'GET',
  path: '/notifications/{userId}/subscribe',
  access: 'self',
  summary: 'Live event stream of the account',
  description:
    'Server-sent events. `changed` carries `{topic, ids, version}`: what moved, never its content. `ERROR`, `ACTION_NEEDED` and `INFO` carry `{id}` of a new notification. A comment every 25 s keeps the line open. `Last-Event-ID` replays what was missed.',
  params: userPath,
  response: { binary: 'text/event-stream' },
});
