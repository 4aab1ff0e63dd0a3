import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoStatus } from '@quayside/contracts/accounts/accounts';
import { getMailboxHtml, getMailboxMail, listMailbox } from '@quayside/contracts/mailbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalMailbox } from '../adapters/mailer/local-mailbox.ts';
import { asSystem } from '../db/tx.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { urlOf } from './local-client.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({}, { mailer: 'configured' });
});
afterAll(() => t.close());

const folder = () => join(t.deps.config.dataDir, 'mailbox');
const queue = (app: TestApp, subject: string) =>
  asSystem(app.deps, (tx) =>
    queueMail(tx, app.deps, {
      kind: 'test',
      recipient: 'maya@example.test',
      accountId: null,
      personId: null,
      texts: { subject, heading: '<b>Heading</b>', paragraphs: ['Words'] },
    }),
  );
const list = async () => (await t.call(undefined, listMailbox)).body;

describe('the local mailbox', () => {
  it('shows the mails that would have been sent, newest first', async () => {
    expect((await t.call(undefined, demoStatus)).body.hasMailbox).toBe(true);
    expect(await list()).toEqual([]);
    await queue(t, 'first');
    await t.sendMails();
    t.setTime('2026-11-20T10:05:00.000Z');
    await queue(t, 'second');
    await t.sendMails();
    const [newest, oldest] = await list();
    expect([newest?.subject, oldest?.subject]).toEqual(['second', 'first']);
    expect(newest).toMatchObject({ to: 'maya@example.test', sentAt: '2026-11-20T10:05:00.000Z' });
    const mail = await t.call(undefined, getMailboxMail, { params: { mailId: newest?.id ?? '' } });
    expect(mail.body).toMatchObject({
      subject: 'second',
      from: 'Quayside <quayside@localhost>',
      text: expect.stringContaining('Words') as string,
    });
    expect(
      (await t.deps.db.selectFrom('mail_message').select(['state', 'sealed_parts']).execute()).every(
        (r) => r.state === 'SENT' && !r.sealed_parts,
      ),
    ).toBe(true);
  });

  it('serves the HTML to a frame of this site only, where it cannot run anything', async () => {
    const [newest] = await list();
    const answer = await t.app.inject(urlOf(getMailboxHtml, { mailId: newest?.id ?? '' }));
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox (?!.*allow-(scripts|same-origin|forms|top))/);
    expect(answer.body).toContain('&lt;b&gt;Heading&lt;/b&gt;');
  });

  it('answers 404 for an unknown mail, and for paths outside its folder', async () => {
    for (const mailId of ['01a1fd84-0000-7000-8000-000000000000', '../../../etc/passwd', '..%2f..%2fx', 'x'])
      for (const spec of [getMailboxMail, getMailboxHtml])
        expect((await t.app.inject(urlOf(spec, { mailId }))).statusCode).toBe(404);
  });

  it('answers only under a local host name, so that DNS rebinding fails', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', '192.168.1.10:3000'])
      expect((await t.app.inject({ url: urlOf(listMailbox, {}), headers: { host } })).statusCode).toBe(404);
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect((await t.app.inject({ url: urlOf(listMailbox, {}), headers: { host } })).statusCode).toBe(200);
  });

  it('keeps the newest 200 mails, readable by the owner of the process only, and skips other files', async () => {
    const mailbox = createLocalMailbox(folder(), { from: 'a@example.test', clock: t.deps.clock });
    const ids = Array.from({ length: 205 }, () => t.deps.newId());
    for (const id of ids) await mailbox.send({ id, to: 'b@example.test', subject: id, html: '', text: '' });
    const files = readdirSync(folder());
    expect(files).toHaveLength(200);
    expect(files.every((name) => (statSync(join(folder(), name)).mode & 0o077) === 0)).toBe(true);
    expect((await list())[0]?.id).toBe(ids.at(-1));
    writeFileSync(join(folder(), `${t.deps.newId()}.json`), '{"half":');
    writeFileSync(join(folder(), `${t.deps.newId()}.json.part`), 'half');
    expect(await list()).toHaveLength(200);
    expect((await list())[0]?.id).toBe(ids.at(-1));
  });

  it('stores a mail once, however often it was sent', async () => {
    const mailbox = createLocalMailbox(folder(), { from: 'a@example.test', clock: t.deps.clock });
    const mail = { id: t.deps.newId(), to: 'b@example.test', subject: 'again', html: '', text: '' };
    await mailbox.send(mail);
    await mailbox.send(mail);
    expect((await list()).filter((m) => m.id === mail.id)).toHaveLength(1);
  });
});

describe('an installation with a public address', () => {
  it('has no mailbox, and queues its mails without a mail server', async () => {
    const open = await startTestApp({ PUBLIC_URL: 'https://quayside.example', DEMO: '1' }, { mailer: 'configured' });
    try {
      await queue(open, 'waits');
      await open.sendMails();
      expect((await open.call(undefined, demoStatus)).body.hasMailbox).toBe(false);
      expect((await open.call(undefined, listMailbox)).status).toBe(404);
      expect(await open.deps.db.selectFrom('mail_message').select('state').execute()).toEqual([{ state: 'QUEUED' }]);
    } finally {
      await open.close();
    }
  });
});
