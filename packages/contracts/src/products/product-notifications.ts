import { endpoint, management } from '../endpoint.ts';
import { notificationBody, notificationSchema } from '../notifications/notifications.ts';
import { userPath } from '../primitives.ts';

export const postProductNotification = endpoint({
  id: 'postProductNotification',
  method: 'POST',
  path: '/products/{userId}/notification',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Send a notification about products to the members of the account',
  params: userPath,
  body: notificationBody,
  response: notificationSchema,
  status: 201,
});
