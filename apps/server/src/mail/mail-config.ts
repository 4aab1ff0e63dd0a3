/** The connection settings of the mail server, from SMTP_URL. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection uses TLS from its first byte. Otherwise it uses STARTTLS if the server offers it. */
  readonly isTls: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
}
/** How mails leave the server. With `none`, they wait in the queue. */
export type MailConfig =
  | { readonly kind: 'smtp'; readonly server: SmtpServer; readonly from: string }
  | { readonly kind: 'mailbox'; readonly from: string }
  | { readonly kind: 'none' };

const ADDRESS = /^[^\s@<>()",;]+@[^\s@<>()",;]+$/;
const LOCAL_FROM = 'Quayside <quayside@localhost>';

/** Whether a host is this machine, judged by its name alone. */
export const isLocalHost = (host: string): boolean =>
  ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host) || host.endsWith('.localhost');
export const isLocalUrl = (url: string): boolean => URL.canParse(url) && isLocalHost(new URL(url).hostname);

/**
 * Parses SMTP_URL and MAIL_FROM. An error names the variable but never repeats its value, which may contain a password.
 */
export function readMailConfig(
  env: { readonly SMTP_URL?: string; readonly MAIL_FROM?: string },
  { isMailboxAllowed }: { isMailboxAllowed: boolean },
): MailConfig {
  const from = env.MAIL_FROM === undefined ? undefined : readSender(env.MAIL_FROM);
  if (env.SMTP_URL === undefined)
    return isMailboxAllowed ? { kind: 'mailbox', from: from ?? LOCAL_FROM } : { kind: 'none' };
  const server = readServer(env.SMTP_URL);
  if (from === undefined)
    throw new Error(
      'MAIL_FROM: With SMTP_URL the address that mails come from has to be given, ' +
        'for example Quayside <quayside@example.com>',
    );
  return { kind: 'smtp', server, from };
}

/** Parses a sender: `Name <address>`, or an e-mail address alone. */
function readSender(value: string): string {
  const match = /^(?:([^<>\p{Cc}]*)<([^<>]+)>|([^<>\s]+))$/u.exec(value.trim());
  const address = (match?.[2] ?? match?.[3] ?? '').trim();
  if (!ADDRESS.test(address))
    throw new Error('MAIL_FROM: Write an address, or a name and an address: Quayside <quayside@example.com>');
  return value.trim();
}

function readServer(value: string): SmtpServer {
  const wrong = (what: string) =>
    new Error(`SMTP_URL: ${what}. It looks like smtp://user:password@mail.example.com:587, or smtps:// with port 465`);
  if (!URL.canParse(value))
    throw wrong('This is no address; signs such as @, / and # in the password have to be written as %40, %2F and %23');
  const url = new URL(value);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw wrong('It has to start with smtp:// or smtps://');
  if (url.hostname === '') throw wrong('The name of the mail server is missing');
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname))
    throw wrong('Nothing may stand behind the port');
  const isTls = url.protocol === 'smtps:';
  const decoded = (part: string) => {
    try {
      return part === '' ? undefined : decodeURIComponent(part);
    } catch {
      throw wrong('User or password hold a % that stands for nothing; write it as %25');
    }
  };
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if ((user === undefined) !== (password === undefined)) throw wrong('User and password belong together');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    user,
    password,
  };
}
