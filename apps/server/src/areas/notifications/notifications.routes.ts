import { postReportingNotification } from '@quayside/contracts/cost-reports';
import { postInvoiceNotification } from '@quayside/contracts/invoices';
import {
  createNotification,
  dismissNotifications,
  listNotifications,
  patchNotificationStatus,
  postUserNotification,
  readNotifications,
  subscribe,
} from '@quayside/contracts/notifications';
import { postProductNotification } from '@quayside/contracts/product-changes';
import { type Mounting, mount, mountStream } from '../../http/mount.ts';
import { dismiss, postNotification, readSome, setStatus } from './notifications.service.ts';
import { listNotificationRows } from './notifications.views.ts';

/**
 * The list, what a person does with it, the live stream, and the calls that tell the members something; most stand at
 * the addresses of other areas.
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
    await m.deps.live.open(scope, input.reply, Array.isArray(last) ? last[0] : last);
  });
}
