import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpMailer } from '../adapters/mailer/smtp.ts';
import { readConfig } from '../config.ts';
import { canSendMail } from '../areas/accounts/mails/leaving-mails.service.ts';
import { asSystem } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { startWorker } from '../jobs/worker.ts';
import { MailFailure, type Mailer, type OutgoingMail } from '../ports/mailer.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { sweepAll } from '../testing/files.ts';
import { createJobRunner } from '../testing/run-jobs.ts';
import { startTestSmtp, type TestSmtp } from '../testing/smtp.ts';
import { sendMails } from './mail.jobs.ts';
import { backOffMs } from './mail-sender.ts';
import { type MailTexts, mailPlace, publicLink, queueMail } from './queue-mail.ts';

const SECRET = 'qs-link-5e1f0c';
const WHO = 'li.wei@example.test';
const START = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE = 60_000;

let t: TestApp;
let logged: string[];
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  t = await startTestApp();
  logged = [];
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await t.close();
});

const at = (ms: number) => t.setTime(new Date(START + ms));
const textsOf = (subject: string): MailTexts => ({
  subject,
  heading: subject,
  paragraphs: ['请在七天内打开链接。'],
  action: { label: 'Open', url: publicLink(t.deps, `/login/verify/${SECRET}`) },
});
const queue = (subject: string, recipient = WHO) =>
  asSystem(t.deps, (tx) =>
    queueMail(tx, t.deps, {
      kind: 'role-changed',
      recipient,
      accountId: null,
      personId: null,
      texts: textsOf(subject),
    }),
  );
const rows = () => t.deps.db.selectFrom('mail_message').selectAll().orderBy('id').execute();
const onlyRow = async () => {
  const [row, ...others] = await rows();
  if (!row || others.length > 0) throw new Error('there is not exactly one mail');
  return row;
};
/** Creates a mail sender whose log the test can read. */
const senderWith = (mailer: Mailer, others: Partial<Deps> = {}, signal = new AbortController().signal) => {
  const job = sendMails((deps) => (mail) => canSendMail(deps, mail));
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  return createJobRunner({ ...t.deps, mailer, log, ...others }, job, { signal });
};
const smtpMailer = (url: string) => {
  const config = readConfig({ SMTP_URL: url, MAIL_FROM: 'Quayside <post@example.test>' });
  if (config.mail.kind !== 'smtp') throw new Error('no mail server');
  return createSmtpMailer({
    server: config.mail.server,
    from: config.mail.from,
    publicUrl: 'https://quayside.example',
  });
};
const smtpServer = async (options?: Parameters<typeof startTestSmtp>[0]): Promise<TestSmtp> => {
  const server = await startTestSmtp(options);
  closing.push(server.close);
  return server;
};
/** Finds a port on which no process listens. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
const expectNoSecrets = (text: string) => {
  for (const word of [SECRET, WHO, 'li.wei', 'http']) expect(text).not.toContain(word);
};

describe('a queued mail', () => {
  it('arrives as HTML and plain text, with a subject in Chinese, and its content is then deleted', async () => {
    const server = await smtpServer({ login: { user: 'quay', password: 'p@ss' } });
    await queue('林先生邀请您加入“海港与松木”有限公司 — 请在七天之内打开这封邮件里的链接');
    await senderWith(smtpMailer(server.url.replace('://', '://quay:p%40ss@'))).runAll();
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      subject: '林先生邀请您加入“海港与松木”有限公司 — 请在七天之内打开这封邮件里的链接',
      from: { name: 'Quayside', address: 'post@example.test' },
      to: [{ address: WHO }],
    });
    for (const form of [mail?.html, mail?.text]) {
      expect(form).toContain('请在七天内打开链接。');
      expect(form).toContain(publicLink(t.deps, `/login/verify/${SECRET}`));
    }
    expect(mail?.headers.find((h) => h.key === 'auto-submitted')?.value).toBe('auto-generated');
    const row = await onlyRow();
    expect(row).toMatchObject({
      state: 'SENT',
      tries: 1,
      sealed_parts: null,
      failure: null,
      ended_at: new Date(START),
    });
    expect(mail?.messageId).toBe(`<${row.id}@quayside.example>`);
    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: 'a mail was sent', mailId: row.id, kind: 'role-changed' },
    ]);
    expectNoSecrets(logged.join('\n'));
  });

  it('has one recipient whatever the address contains, and carries an unsubscribe link if it has one', async () => {
    const server = await smtpServer();
    await asSystem(t.deps, (tx) =>
      queueMail(tx, t.deps, {
        kind: 'notification:COST_CHECK',
        recipient: WHO,
        accountId: null,
        personId: null,
        texts: {
          subject: 's',
          heading: 'h',
          paragraphs: [],
          unsubscribe: { label: 'Choose what you are mailed', url: 'https://quayside.example/profile' },
        },
      }),
    );
    await queue('two', 'a@example.test, b@example.test');
    await senderWith(smtpMailer(server.url)).runAll();
    expect(server.recipients).toEqual([WHO]);
    expect(server.mails[0]?.headers.find((h) => h.key === 'list-unsubscribe')?.value).toContain(
      '<https://quayside.example/profile>',
    );
    expect(server.mails[0]?.headers.find((h) => h.key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    );
    expect(server.mails.flatMap((m) => m.headers).filter((h) => h.key.startsWith('list-'))).toHaveLength(2);
    expect((await rows()).map((r) => r.state)).toEqual(['SENT', 'FAILED']);
  });

  it('is sent once when the mail server comes back after an hour', async () => {
    const port = await freePort();
    const sender = senderWith(smtpMailer(`smtp://127.0.0.1:${port}`));
    await queue('one');
    await queue('two');
    for (let minute = 0; minute <= 60; minute += 1) {
      at(minute * MINUTE);
      await sender.runAll();
    }
    const waiting = await rows();
    expect(waiting.map((r) => r.state)).toEqual(['QUEUED', 'QUEUED']);
    // The back-off alone would try a mail six times: after 0, 1, 3, 7, 15 and 31 minutes.
    expect(Math.max(...waiting.map((r) => r.tries))).toBeLessThanOrEqual(6);
    expect(waiting[0]?.failure).toBe('The mail server could not be reached.');
    const server = await smtpServer({ port });
    for (let minute = 61; minute <= 130; minute += 1) {
      at(minute * MINUTE);
      await sender.runAll();
    }
    expect(server.mails).toHaveLength(2);
    expect(new Set(server.mails.map((m) => m.subject))).toEqual(new Set(['one', 'two']));
    expect((await rows()).map((r) => [r.state, r.failure, r.sealed_parts])).toEqual([
      ['SENT', null, null],
      ['SENT', null, null],
    ]);
    expectNoSecrets(logged.join('\n'));
  });

  it('fails for good when the server rejects the recipient permanently, without logging the address', async () => {
    const server = await smtpServer({
      refuse: (address) => ({ code: 550, message: `5.1.1 <${address}> unknown, see http://mail.example/${SECRET}` }),
    });
    await queue('one');
    await senderWith(smtpMailer(server.url)).runAll();
    const row = await onlyRow();
    expect(row).toMatchObject({
      state: 'FAILED',
      tries: 1,
      sealed_parts: null,
      failure: 'The mail server refused the recipient (550, 5.1.1).',
      ended_at: new Date(START),
    });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(row.id);
    expectNoSecrets(logged.join('\n') + row.failure);
  });

  it('is retried when the recipient is rejected temporarily, and does not block the mails behind it', async () => {
    let isGreylisting = true;
    const server = await smtpServer({
      refuse: (address) => (isGreylisting && address === WHO ? { code: 451, message: '4.7.1 try later' } : undefined),
    });
    const sender = senderWith(smtpMailer(server.url));
    await queue('first');
    await queue('second', 'other@example.test');
    await sender.runAll();
    expect(server.mails.map((m) => m.subject)).toEqual(['second']);
    isGreylisting = false;
    at(MINUTE - 1);
    await sender.runAll();
    expect(server.mails).toHaveLength(1);
    at(MINUTE);
    await sender.runAll();
    expect(server.mails.map((m) => m.subject)).toEqual(['second', 'first']);
  });

  it("waits when the mail server's password is wrong, and the log names only the variable", async () => {
    const server = await smtpServer({ login: { user: 'quay', password: 'right' } });
    await queue('one');
    await senderWith(smtpMailer(server.url.replace('://', '://quay:wr0ng-secret@'))).runAll();
    const row = await onlyRow();
    expect(row.state).toBe('QUEUED');
    expect(row.failure).toMatch(/^The mail server refused the user or the password of SMTP_URL \(535/);
    expect(logged.join('\n')).not.toContain('wr0ng-secret');
  });

  it('fails for good after 48 hours', async () => {
    const sender = senderWith({
      send: async () => {
        throw new MailFailure('server', 'The mail server could not be reached.');
      },
    });
    await queue('one');
    for (let hour = 0; hour < 48; hour += 1) {
      at(hour * 60 * MINUTE);
      await sender.runAll();
    }
    expect((await onlyRow()).state).toBe('QUEUED');
    at(48 * 60 * MINUTE);
    await sender.runAll();
    at(49 * 60 * MINUTE);
    await sender.runAll();
    expect(await onlyRow()).toMatchObject({
      state: 'FAILED',
      sealed_parts: null,
      failure: 'The mail server could not be reached.',
    });
  });
});

describe('mail-sending processes', () => {
  /** A mailer that counts its mails and calls the test's function while it sends each of them. */
  const counting = (during: () => Promise<void> = async () => undefined) => {
    const sent: OutgoingMail[] = [];
    const mailer: Mailer = {
      send: async (mail) => {
        sent.push(mail);
        await during();
      },
    };
    return { sent, mailer };
  };

  it('never send the same mail twice when they run at once', async () => {
    const { sent, mailer } = counting(() => sleep(2));
    for (let i = 0; i < 30; i += 1) await queue(`mail ${i}`);
    const senders = [senderWith(mailer), senderWith(mailer), senderWith(mailer)];
    await Promise.all(senders.map((s) => s.runAll()));
    expect(sent).toHaveLength(30);
    expect(new Set(sent.map((m) => m.id)).size).toBe(30);
  });

  it('send at most one second copy, with the same Message-ID, if one dies between sending and marking', async () => {
    let isDead = false;
    const db = new Proxy(t.deps.db, {
      get: (target, key) => {
        if (isDead) throw new Error('this process is dead');
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
      },
    });
    const { sent, mailer } = counting(async () => void (isDead = true));
    await queue('one');
    await expect(senderWith(mailer, { db }).runAll()).rejects.toThrow('dead');
    isDead = false;
    expect(sent).toHaveLength(1);
    const next = counting();
    const sender = senderWith(next.mailer);
    await sender.runAll();
    expect(next.sent).toHaveLength(0);
    for (let minute = 1; minute <= 120; minute += 1) {
      at(minute * MINUTE);
      await sender.runAll();
    }
    expect(next.sent.map((m) => m.id)).toEqual(sent.map((m) => m.id));
    expect((await onlyRow()).state).toBe('SENT');
  });

  it('send no second copy if only the database is lost between sending and marking', async () => {
    let isAway = false;
    const db = new Proxy(t.deps.db, {
      get: (target, key) => {
        if (isAway) throw new Error('the database is away');
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
      },
    });
    const { sent, mailer } = counting(async () => void (isAway = true));
    const sender = senderWith(mailer, { db });
    await queue('one');
    await expect(sender.runAll()).rejects.toThrow('away');
    isAway = false;
    at(10 * MINUTE);
    await sender.runAll();
    expect(sent).toHaveLength(1);
    expect((await onlyRow()).state).toBe('SENT');
  });

  it('finish the current mail when they stop, and leave the rest in the queue', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { sent, mailer } = counting(() => held);
    await queue('one');
    await queue('two');
    const stopping = new AbortController();
    const running = senderWith(mailer, {}, stopping.signal).runAll();
    while (sent.length === 0) await sleep(5);
    stopping.abort();
    release();
    await running;
    expect((await rows()).map((r) => r.state)).toEqual(['SENT', 'QUEUED']);
  });

  it('wake up at a commit, without polling', async () => {
    const { sent, mailer } = counting();
    const job = sendMails((deps) => (mail) => canSendMail(deps, mail));
    const worker = await startWorker({ ...t.deps, mailer }, t.databaseUrl, [job], { schedules: [] });
    closing.push(worker.stop);
    await queue('one');
    while (sent.length === 0) await sleep(20);
    expect(sent[0]).toMatchObject({ to: WHO, subject: 'one' });
  });
});

describe('the mail queue', () => {
  it('holds content that cannot be read from the database alone', async () => {
    await queue('one');
    const row = await onlyRow();
    expectNoSecrets(row.sealed_parts ?? '');
    expect(JSON.parse(t.deps.secrets.open(row.sealed_parts ?? '', mailPlace(row.id)))).toEqual({
      ...textsOf('one'),
      language: 'en',
    });
  });

  it('gives up mails that cannot be decrypted, and those whose links expired while they waited', async () => {
    await queue('broken');
    await asSystem(t.deps, (tx) => tx.updateTable('mail_message').set({ sealed_parts: 'nonsense' }).execute());
    await t.sendMails();
    expect(await onlyRow()).toMatchObject({
      state: 'FAILED',
      failure: expect.stringContaining('could not be opened') as string,
    });
    await queue('old');
    at(8 * 24 * 60 * MINUTE);
    await t.sendMails();
    expect((await rows()).map((r) => r.state)).toEqual(['FAILED', 'FAILED']);
    expect(t.mails()).toEqual([]);
  });

  it('deletes mails after 30 days', async () => {
    await queue('one');
    await t.sendMails();
    at(29 * 24 * 60 * MINUTE);
    await sweepAll(t.deps);
    expect(await rows()).toHaveLength(1);
    at(31 * 24 * 60 * MINUTE);
    await sweepAll(t.deps);
    expect(await rows()).toEqual([]);
  });

  it('doubles the delay from one minute up to an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 40].map((tries) => backOffMs(tries) / MINUTE)).toEqual([
      1, 2, 4, 8, 16, 32, 60, 60, 60,
    ]);
  });
});
