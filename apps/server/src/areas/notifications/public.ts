export type { Notice } from './notifications.queries.ts';
export { notify } from './notifications.service.ts';
export { accountSummary, createNotificationMailer } from './notification-mails.service.ts';
