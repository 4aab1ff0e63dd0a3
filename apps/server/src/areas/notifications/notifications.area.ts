import type { Area } from '../area.ts';
import { listUnread } from './account-summary.views.ts';
import { notificationsAudit } from './notifications.audit.ts';
import { notificationsJobs } from './notifications.jobs.ts';
import { mountNotifications } from './notifications.routes.ts';
import { tellOfNewMember, tellOfRefusedFile } from './notifications.service.ts';

export const notificationsArea: Area = {
  name: 'notifications',
  audit: notificationsAudit,
  tables: ['notification', 'notification_mail', 'notification_reader'],
  mount: mountNotifications,
  jobs: notificationsJobs,
  waiting: listUnread,
  reactions: { 'member.joined': tellOfNewMember, 'storage.refused': tellOfRefusedFile },
};
