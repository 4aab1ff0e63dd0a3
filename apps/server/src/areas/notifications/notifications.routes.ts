import { postReportingNotification } from '@quayside/contracts/costs/cost-reports';
import { postInvoiceNotification } from '@quayside/contracts/invoices/invoices';
import {
  createNotification,
  dismissNotifications,
  listNotifications,
  patchNotificationStatus,
  postUserNotification,
  readNotifications,
  subscribe,
} from '@quayside/contracts/notifications/notifications';
import { postProductNotification } from '@quayside/contracts/products/product-notifications';
import { type Mounting, mount, mountStream } from '../../http/mount.ts';
import { dismiss, postNotification, readSome, setStatus } from './notifications.service.ts';
import { listNotificationRows } from './notifications.views.ts';

/**
 * Mounts the list of notifications, the calls that mark them as read or dismissed, the live stream, and the calls with
 * which external systems post notifications. The paths of most posting calls look as if they belonged to other areas.
 */
export function mountNotifications(m: Mounting): void {
  mount(m, listNotifications)((w, i) => listNotificationRows(w, i.query));
  mount(m, createNotification)((w, i) => postNotification(w, i.body));
  mount(m, postUserNotification)((w, i) => postNotification(w, i.body));
  mount(m, dismissNotifications)((w, i) => dismiss(w, i.body));
  mount(m, readNotifications)((w, i) => readSome(w, i.body));
  mount(m, patchNotificationStatus)((w, i) => setStatus(w, i.params.notificationId, i.body));
  mount(m, postInvoiceNotification)((w, i) => postNotification(w, i.body));
  mount(m, postProductNotification)((w, i) => postNotification(w, i.body));
  mount(m, postReportingNotification)((w, i) => postNotification(w, i.body));
  mountStream(
    m,
    subscribe,
  )(async (scope, input) => {
    const last = input.request.headers['last-event-id'];
    await m.deps.live.open(scope, input.reply, {
      lastEventId: Array.isArray(last) ? last[0] : last,
      readMsAgo: input.query.readMsAgo,
    });
  });
}
