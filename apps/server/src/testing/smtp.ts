import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A mail server on this machine for tests. It stores the mails that it receives. */
export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  /** The received mails, parsed as a mail program would. */
  readonly mails: readonly Email[];
  readonly recipients: readonly string[];
  close(): Promise<void>;
}
/** Decides how the server answers to a recipient; undefined means that it accepts the recipient. */
type RefuseRecipient = (address: string) => { readonly code: number; readonly message: string } | undefined;

export async function startTestSmtp(
  options: { port?: number; refuse?: RefuseRecipient; login?: { user: string; password: string } } = {},
): Promise<TestSmtp> {
  const mails: Email[] = [];
  const recipients: string[] = [];
  const { login } = options;
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth(auth, _session, done) {
      if (login && auth.username === login.user && auth.password === login.password) done(null, { user: login.user });
      else done(new Error('535 no'));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = options.refuse?.(address);
      if (refusal) done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
      else done();
    },
    onData: callbackify(async (stream: Readable, session: SMTPServerSession) => {
      mails.push(await PostalMime.parse(await buffer(stream)));
      recipients.push(...session.envelope.rcptTo.map((to) => to.address));
    }),
  });
  // A client that disconnects halfway is not an error of the server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    recipients,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
