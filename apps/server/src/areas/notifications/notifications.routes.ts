import { subscribe } from '@quayside/contracts/notifications';
import { type Mounting, mountStream } from '../../http/mount.ts';

/** The live stream; lists and preferences of notifications come with the shell. */
export function mountNotifications(m: Mounting): void {
  mountStream(
    m,
    subscribe,
  )(async (scope, input) => {
    const last = input.request.headers['last-event-id'];
    await m.deps.live.open(scope, input.reply, Array.isArray(last) ? last[0] : last);
  });
}
