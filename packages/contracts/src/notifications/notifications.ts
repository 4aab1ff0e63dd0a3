import { NOTIFICATION_STATUSES, NOTIFICATION_TYPES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { id, instant, requiredLines, requiredText, userAnd, userPath } from '../primitives.ts';

/** The kinds of record that a notification can be about. */
export const ABOUT_TYPES = [
  'INVOICE',
  'PRODUCT',
  'DOCUMENT',
  'SUPPLIER',
  'IMPORT',
  'PURCHASE_ORDER',
  'SHIPMENT_PLAN',
] as const;
/** The maximum count of unread notifications. A badge shows it as "99+". */
export const UNREAD_CAP = 100;

export const notificationSchema = z.object({
  id,
  summary: z.string(),
  message: z
    .string()
    .meta({ description: 'HTML with only these elements: p, br, b, strong, i, em, ul, ol, li, a with href, code, h4' }),
  messageDateTime: z.int().meta({ description: 'Unix time in seconds' }),
  messageDate: instant.meta({ description: 'The same time in ISO 8601' }),
  notificationType: z.enum(NOTIFICATION_TYPES),
  /** The status for the person who makes the call. */
  notificationStatus: z.enum(NOTIFICATION_STATUSES),
  /** The record that the notification is about; null when it has no page. */
  about: z
    .object({
      type: z.enum(ABOUT_TYPES),
      id,
      /** The name, SKU, number or file name of the record; null when the record was deleted. */
      label: z.string().nullable(),
    })
    .nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;
/** A notification that a back-office job sends to the members of the account. */
export const notificationBody = z.strictObject({
  notificationType: z.enum(NOTIFICATION_TYPES),
  summary: requiredText(200),
  message: requiredLines(5000).meta({ description: 'HTML; elements and attributes that are not allowed are removed' }),
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
  /** The number of unread notifications, regardless of the filter; at most 100. */
  unread: z.int(),
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;
export const listNotifications = endpoint({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications/{userId}',
  access: 'read',
  summary: 'Notifications of the signed-in person in this account, newest first, without the dismissed ones',
  params: userPath,
  query: listQuery({ sort: ['messageDateTime'], filters: { notificationType: ['in'], notificationStatus: ['in'] } }),
  response: notificationPageSchema,
});
export const createNotification = endpoint({
  ...posted,
  id: 'createNotification',
  path: '/notifications/{userId}',
  summary: 'Send a notification to the members of the account',
});
export const postUserNotification = endpoint({
  ...posted,
  id: 'postUserNotification',
  path: '/users/{userId}/notification',
  summary: 'Send a notification about people to the members of the account',
});
export const patchNotificationStatus = endpoint({
  id: 'patchNotificationStatus',
  method: 'PATCH',
  path: '/notifications/{userId}/{notificationId}',
  access: 'self',
  summary: 'Read or dismiss a notification, only for yourself',
  description:
    'From UNREAD to READ, and from UNREAD or READ to DISMISSED. No other change is possible. Setting the same ' +
    'status again changes nothing.',
  params: userAnd('notificationId'),
  body: z.strictObject({ status: z.enum(NOTIFICATION_STATUSES) }),
  response: notificationSchema,
});
const someOrAll = z.strictObject({
  notificationIds: z.array(id).max(1000).default([]).meta({ description: 'Empty: all notifications' }),
});
export const dismissNotifications = endpoint({
  id: 'dismissNotifications',
  method: 'POST',
  path: '/notifications/{userId}/dismiss',
  access: 'self',
  idempotent: true,
  summary: 'Dismiss some or all notifications, only for yourself',
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
  summary: 'Mark some or all notifications as read, only for yourself',
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
    'Server-sent events. `changed` carries `{topic, ids, version}`: which rows changed, never their content. ' +
    '`ERROR`, `ACTION_NEEDED` and `INFO` carry the `{id}` of a new notification. When a person reads or dismisses ' +
    'notifications, only that person receives the event. A comment every 25 s keeps the connection open. ' +
    '`Last-Event-ID` replays the missed events.',
  params: userPath,
  query: z.strictObject({
    readMsAgo: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .meta({
        description:
          'How many milliseconds ago the client began to read data; changes since then are replayed. Ignored if ' +
          '`Last-Event-ID` is sent.',
      }),
  }),
  response: { binary: 'text/event-stream' },
});

declare module '../live.ts' {
  interface Topics {
    readonly notifications: true;
  }
}
