import { getMailboxHtml, getMailboxMail, listMailbox } from '@quayside/contracts/mailbox';
import type { FastifyRequest } from 'fastify';
import { isLocalHost, isLocalUrl } from '../mail/mail-config.ts';
import type { Mailbox, MailboxMail } from '../ports/mailer.ts';
import { notFound } from './errors.ts';
import { type Mounting, mountPublic } from './mount.ts';

/**
 * The content security policy for a stored mail, which is an untrusted page: its styles apply, but its scripts do not
 * run. Its links open in a new tab.
 */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

/**
 * Mounts the local mailbox, which can be opened only on this machine. There is no mailbox if a mail server is
 * configured.
 */
export function mountMailbox(m: Mounting): void {
  /**
   * Returns the mailbox, or refuses the request. Checks the Host header too: a page of another site can make its own
   * host name resolve to this machine (DNS rebinding).
   */
  const mailboxFor = (request: FastifyRequest): Mailbox => {
    const { mailbox, config } = m.deps;
    if (!mailbox || !isLocalUrl(config.publicUrl) || !isLocalHost(request.hostname)) throw notFound();
    return mailbox;
  };
  const mailOf = async (request: FastifyRequest, id: string): Promise<MailboxMail> => {
    const mail = await mailboxFor(request).read(id);
    if (!mail) throw notFound();
    return mail;
  };
  mountPublic(m, listMailbox)(async (i) => [...(await mailboxFor(i.request).list())]);
  mountPublic(m, getMailboxMail)((i) => mailOf(i.request, i.params.mailId));
  mountPublic(
    m,
    getMailboxHtml,
  )(async (i) => ({
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': FRAME_POLICY,
      'x-frame-options': 'SAMEORIGIN',
    },
    body: (await mailOf(i.request, i.params.mailId)).html,
  }));
}
