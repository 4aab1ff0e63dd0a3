import * as calls from '@quayside/contracts/notifications/notification-mails';
import { type Mounting, mountPublic } from '../../http/mount.ts';
import { getSubscription, unsubscribe } from './mails/wanted-mails.service.ts';

/**
 * Mounts the calls of the unsubscribe link. One of them shows which mails the link switches off, the others switch
 * these mails off.
 */
export function mountWantedMails(m: Mounting): void {
  const { app, deps } = m;
  mountPublic(m, calls.getSubscription)((i) => getSubscription(deps, i.params.token));
  mountPublic(m, calls.unsubscribe)((i) => unsubscribe(deps, i.params.token));
  // Mail programs send a POST request to the same URL that a browser opens (RFC 8058). The body of the request is
  // ignored, because the URL contains everything that the call needs.
  void app.register(async (outside) => {
    outside.removeAllContentTypeParsers();
    outside.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    outside.post<{ Params: { token: string } }>('/unsubscribe/:token', { bodyLimit: 4_096 }, async (request, reply) => {
      await unsubscribe(deps, request.params.token);
      await reply
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('You get no more of these mails.');
    });
  });
}
