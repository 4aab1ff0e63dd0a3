import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Mailbox, Mailer, MailboxMail } from '../../ports/mailer.ts';

const KEPT = 200;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fileSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  cc: z.string().default(''),
  subject: z.string(),
  sentAt: z.string(),
  html: z.string(),
  text: z.string(),
});

/** Stores mails as files in a folder of this machine instead of sending them. Keeps the newest 200. */
export function createLocalMailbox(
  folder: string,
  options: { readonly from: string; readonly clock: { now(): Date } },
): Mailer & Mailbox {
  const pathOf = (id: string) => join(folder, `${id}.json`);
  /** The ids of all stored mails, newest first. An id begins with its time, so ids sort by time. */
  const newestFirst = async (): Promise<string[]> => {
    const names = await readdir(folder).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter((id) => ID.test(id))
      .toSorted()
      .toReversed();
  };
  const read = async (id: string): Promise<MailboxMail | undefined> => {
    if (!ID.test(id)) return undefined;
    const content = await readFile(pathOf(id), 'utf8').catch(() => undefined);
    if (content === undefined) return undefined;
    try {
      return fileSchema.parse(JSON.parse(content));
    } catch {
      // The file is not a mail: another program wrote it or changed it.
      return undefined;
    }
  };
  return {
    async send({ id, to, alsoTo = [], cc = [], subject, html, text }) {
      if (!ID.test(id)) throw new Error('not the id of a mail');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const mail: MailboxMail = {
        id,
        from: options.from,
        to: [to, ...alsoTo].join(', '),
        cc: cc.join(', '),
        subject,
        sentAt: options.clock.now().toISOString(),
        html,
        text,
      };
      const temporary = `${pathOf(id)}.part`;
      const handle = await open(temporary, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify(mail));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, pathOf(id));
      for (const old of (await newestFirst()).slice(KEPT)) await rm(pathOf(old), { force: true });
    },
    async list() {
      const mails = await Promise.all((await newestFirst()).map(read));
      return mails.flatMap((m) => (m ? [{ id: m.id, to: m.to, subject: m.subject, sentAt: m.sentAt }] : []));
    },
    read,
  };
}
