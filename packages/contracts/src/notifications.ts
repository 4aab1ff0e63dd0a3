import { NOTIFICATION_STATUSES, NOTIFICATION_TYPES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery, page } from './paging.ts';
import { id, instant, requiredText, userAnd, userPath } from './primitives.ts';

/** What a notification can be about. */
export const ABOUT_TYPES = ['INVOICE', 'PRODUCT', 'DOCUMENT', 'SUPPLIER', 'IMPORT'] as const;
/** Unread ones are counted up to here; a badge says "99+" then. */
export const UNREAD_CAP = 100;

export const notificationSchema = z.object({
  id,
  summary: z.string(),
  message: z
    .string()
    .meta({ description: 'HTML of a short allow-list: p, br, b, strong, i, em, ul, ol, li, a with href, code, h4' }),
  messageDateTime: z.int().meta({ description: 'Seconds' }),
  messageDate: instant.meta({ description: 'The same instant' }),
  notificationType: z.enum(NOTIFICATION_TYPES),
  /** Of the person who asks. */
  notificationStatus: z.enum(NOTIFICATION_STATUSES),
  /** What it is about, where there is a page for it. */
  about: z
    .object({
      type: z.enum(ABOUT_TYPES),
      id,
      /** Its name, a SKU or number or file; null when it is gone. */
      label: z.string().nullable(),
    })
    .nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;
/** What a back-office job tells the members of the account (G-045). */
export const notificationBody = z.strictObject({
  notificationType: z.enum(NOTIFICATION_TYPES),
  summary: requiredText(200),
  message: requiredText(5000).meta({ description: 'HTML; what the allow-list does not have is taken out' }),
});
const posted = {
  method: 'POST',
  access: 'write',
  idempotent: true,
  params: userPath,
  body: notificationBody,
  response: notificationSchema,
  status: 201,
} as const;

const notificationPageSchema = page(notificationSchema).extend({
  /** Of the whole list, whatever the filter; at most 100. */
  unread: z.int(),
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;
export const listNotifications = endpoint({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications/{userId}',
  access: 'read',
  summary: 'Notifications of the signed-in person in this account, newest first, without dismissed ones',
  params: userPath,
  query: listQuery({ sort: ['messageDateTime'], filters: { notificationType: ['in'], notificationStatus: ['in'] } }),
  response: notificationPageSchema,
});
export const createNotification = endpoint({
  ...posted,
  id: 'createNotification',
  path: '/notifications/{userId}',
  summary: 'Notify the members of the account',
});
export const postUserNotification = endpoint({
  ...posted,
  id: 'postUserNotification',
  path: '/users/{userId}/notification',
  summary: 'Notify the members of the account about people',
});
export const patchNotificationStatus = endpoint({
  id: 'patchNotificationStatus',
  method: 'PATCH',
  path: '/notifications/{userId}/{notificationId}',
  access: 'self',
  summary: 'Read or dismiss a notification, for oneself alone',
  description: 'UNREAD to READ, UNREAD or READ to DISMISSED. Nothing leads back; the same again changes nothing.',
  params: userAnd('notificationId'),
  body: z.strictObject({ status: z.enum(NOTIFICATION_STATUSES) }),
  response: notificationSchema,
});
const someOrAll = z.strictObject({
  notificationIds: z.array(id).max(1000).default([]).meta({ description: 'Empty: all' }),
});
export const dismissNotifications = endpoint({
  id: 'dismissNotifications',
  method: 'POST',
  path: '/notifications/{userId}/dismiss',
  access: 'self',
  idempotent: true,
  summary: 'Dismiss some notifications or all, for oneself alone',
  params: userPath,
  body: someOrAll,
  response: z.object({ dismissed: z.int() }),
});
export const readNotifications = endpoint({
  id: 'readNotifications',
  method: 'POST',
  path: '/notifications/{userId}/read',
  access: 'self',
  idempotent: true,
  summary: 'Mark some notifications or all as read, for oneself alone',
  params: userPath,
  body: someOrAll,
  response: z.object({ read: z.int() }),
});
export const subscribe = endpoint({
  id: 'subscribe',
  method: 'GET',
  path: '/notifications/{userId}/subscribe',
  access: 'read',
  summary: 'Live event stream of the account',
  description:
    'Server-sent events. `changed` carries `{topic, ids, version}`: what moved, never its content. `ERROR`, `ACTION_NEEDED` and `INFO` carry `{id}` of a new notification. What a person did with their own notifications is said to that person alone. A comment every 25 s keeps the line open. `Last-Event-ID` replays what was missed.',
  params: userPath,
  response: { binary: 'text/event-stream' },
});

declare module './live.ts' {
  interface Topics {
    readonly notifications: true;
  }
}
