import { createTransport } from 'nodemailer';
import { isLocalHost, type SmtpServer } from '../../mail/mail-config.ts';
import { MailFailure, type Mailer } from '../../ports/mailer.ts';

const TIMEOUT_MS = 10_000;
/** A server may scan a mail for minutes before it accepts it. If we gave up earlier, the mail would be sent twice. */
const ANSWER_MS = 180_000;
/**
 * A server that sends a little now and then would never hit the time-out of a single step. Shorter than the job's
 * lease.
 */
const TOGETHER_MS = 240_000;

/** Sends through the mail server of SMTP_URL, with one connection per mail. */
export function createSmtpMailer({
  server,
  from,
  publicUrl,
}: {
  server: SmtpServer;
  from: string;
  publicUrl: string;
}): Mailer {
  const isLocal = isLocalHost(server.host);
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.isTls,
    // Never send a password unencrypted to another machine.
    requireTLS: server.user !== undefined && !isLocal && !server.isTls,
    // A mail server on this machine has a self-signed certificate, and nobody can intercept the connection.
    tls: { rejectUnauthorized: !isLocal, minVersion: 'TLSv1.2' },
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return {
    async send(mail) {
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new MailFailure('server', 'The mail server did not finish in time.')),
          TOGETHER_MS,
        );
        timer.unref();
      });
      const sent = transport.sendMail({
        from,
        // As an object it is always one address, never a list, whatever it contains.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          // One-click unsubscribe in the mail program (RFC 8058): it posts to the same URL as the page.
          ...(mail.unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(mail.unsubscribeUrl !== undefined && { list: { unsubscribe: { url: mail.unsubscribeUrl } } }),
      });
      try {
        await Promise.race([sent, tooLong]);
      } catch (error) {
        throw error instanceof MailFailure ? error : failureOf(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Classifies a server's answer. Drops its text, which repeats addresses and sometimes the mail. */
export function failureOf(error: unknown): MailFailure {
  const { code, command, responseCode, response }: SmtpError = typeof error === 'object' && error !== null ? error : {};
  const exact = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  const answer = responseCode === undefined ? '' : ` (${responseCode}${exact ? `, ${exact}` : ''})`;
  const isForGood = responseCode === undefined ? code === 'EENVELOPE' || code === 'EMESSAGE' : responseCode >= 500;
  if (code === 'EAUTH')
    return new MailFailure('server', `The mail server refused the user or the password of SMTP_URL${answer}.`);
  if (code === 'ETLS')
    return new MailFailure('server', 'There is no safe connection to the mail server: TLS failed or is not offered.');
  if (code === 'EENVELOPE' && command === 'MAIL FROM')
    return new MailFailure('server', `The mail server refused the sender of MAIL_FROM${answer}.`);
  if (code === 'EENVELOPE' && (command === 'RCPT TO' || command === 'API'))
    return new MailFailure(isForGood ? 'refused' : 'later', `The mail server refused the recipient${answer}.`);
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new MailFailure(isForGood ? 'refused' : 'later', `The mail server refused the mail${answer}.`);
  return new MailFailure('server', `The mail server could not be reached${answer}.`);
}
