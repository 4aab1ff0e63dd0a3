import * as calls from '@quayside/contracts/notification-mails';
import { type Mounting, mountPublic } from '../../http/mount.ts';
import { getSubscription, unsubscribe } from './wanted-mails.service.ts';

/** The unsubscribe link of mails: shows what it would switch off, and switches it off. */
export function mountWantedMails(m: Mounting): void {
  const { app, deps } = m;
  mountPublic(m, calls.getSubscription)((i) => getSubscription(deps, i.params.token));
  mountPublic(m, calls.unsubscribe)((i) => unsubscribe(deps, i.params.token));
  // Mail programs post to the very address that a browser opens (RFC 8058). What they send says nothing that the
  // address does not.
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
