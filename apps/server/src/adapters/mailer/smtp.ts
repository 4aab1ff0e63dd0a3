import type { Transporter } from 'nodemailer';
import { isLocalHost, type SmtpServer } from '../../mail/mail-config.ts';
import { MailFailure, type Mailer } from '../../ports/mailer.ts';

const TIMEOUT_MS = 10_000;
/**
 * The time to wait for each answer of the mail server. A server may scan a mail for minutes before it accepts it; if
 * the client gave up earlier, the mail would be retried and delivered twice.
 */
const ANSWER_MS = 180_000;
/**
 * The time limit of a whole delivery: a server that sends a few bytes now and then would never exceed the time-out of a
 * single step. It is shorter than the lease of a queued mail, so that no other process sends the same mail in the
 * meantime.
 */
const TOGETHER_MS = 240_000;

/** Sends mails through the server of SMTP_URL, with one connection per mail. */
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
  const options = {
    host: server.host,
    port: server.port,
    secure: server.isTls,
    // Never send a password unencrypted to another machine.
    requireTLS: server.user !== undefined && !isLocal && !server.isTls,
    // The certificate of a mail server on this machine is usually self-signed, and nobody can intercept a connection
    // within the machine.
    tls: { rejectUnauthorized: !isLocal, minVersion: 'TLSv1.2' },
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  // Load nodemailer at the first mail: most starts send none, and it takes several megabytes of memory.
  let transport: Promise<Transporter> | undefined;
  const connect = () => (transport ??= import('nodemailer').then(({ createTransport }) => createTransport(options)));
  const domain = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return {
    async send(mail) {
      const transporter = await connect();
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new MailFailure('server', 'The mail server did not finish in time.')),
          TOGETHER_MS,
        );
        timer.unref();
      });
      const sent = transporter.sendMail({
        from,
        to: [mail.to, ...(mail.alsoTo ?? [])].map(addressed),
        ...(mail.cc && { cc: mail.cc.map(addressed) }),
        ...(mail.replyTo !== undefined && { replyTo: addressed(mail.replyTo) }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          // One-click unsubscribe (RFC 8058): the mail program sends a POST to the URL of the unsubscribe page.
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

/** An address as an object, because nodemailer would parse a string as a list of recipients. */
const addressed = (address: string) => ({ name: '', address });

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * Classifies an error from the mail server. Drops the text of the error, because it repeats addresses and sometimes the
 * mail.
 */
function failureOf(error: unknown): MailFailure {
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
