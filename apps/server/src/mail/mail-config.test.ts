import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { readMailConfig } from './mail-config.ts';

const FROM = 'Quayside <quayside@example.com>';
const read = (SMTP_URL: string, MAIL_FROM: string | undefined = FROM) =>
  readMailConfig({ SMTP_URL, MAIL_FROM }, { isMailboxAllowed: true });

describe('SMTP_URL', () => {
  it.each([
    [
      'smtp://mail.example.com',
      { host: 'mail.example.com', port: 587, isTls: false, user: undefined, password: undefined },
    ],
    [
      'smtps://mail.example.com',
      { host: 'mail.example.com', port: 465, isTls: true, user: undefined, password: undefined },
    ],
    [
      'smtp://post%40example.com:p%2Fw%23%25@[::1]:2525/',
      { host: '::1', port: 2525, isTls: false, user: 'post@example.com', password: 'p/w#%' },
    ],
  ])('reads %s', (url, server) => {
    expect(read(url)).toEqual({ kind: 'smtp', server, from: FROM });
  });

  it.each([
    ['mail.example.com:587', 'start with smtp://'],
    ['https://mail.example.com', 'start with smtp://'],
    ['smtp://', 'is missing'],
    ['smtp://u:hunter2/x@mail.example.com', 'written as %40'],
    ['smtp://u:hunter2@mail.example.com?tls=off', 'behind the port'],
    ['smtp://u:hunter2#1@mail.example.com', 'written as %40'],
    ['smtp://u:hunter2%@mail.example.com', 'as %25'],
    ['smtp://hunter2@mail.example.com', 'belong together'],
  ])('is refused as %s with an explanation that does not repeat it', (url, words) => {
    const says = (() => {
      try {
        read(url);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    expect(says).toMatch(/^SMTP_URL: /);
    expect(says).toContain(words);
    expect(says).not.toContain('hunter2');
  });
});

describe('MAIL_FROM', () => {
  it('is required with a mail server', () => {
    expect(() => readMailConfig({ SMTP_URL: 'smtp://mail.example.com' }, { isMailboxAllowed: true })).toThrow(
      /^MAIL_FROM: With SMTP_URL/,
    );
  });

  it.each(['a@example.com', 'Harbour & Pine <a@example.com>', '<a@example.com>'])('may be %s', (from) => {
    expect(read('smtp://mail.example.com', from)).toMatchObject({ from });
  });

  it.each([
    '',
    'Quayside',
    'a@example.com, b@example.com',
    'A <a@example.com> <b@example.com>',
    'A\nBcc: x <a@example.com>',
  ])('may not be %j', (from) => {
    expect(() => read('smtp://mail.example.com', from)).toThrow(/^MAIL_FROM: Write an address/);
  });
});

describe('the kind of mail delivery', () => {
  const kindOf = (env: Record<string, string>) => readConfig(env).mail.kind;
  it.each([
    ['on one machine only', {}, 'mailbox'],
    ['on one machine under a local name', { PUBLIC_URL: 'http://quayside.localhost:3000' }, 'mailbox'],
    [
      'as a demo that is open to the network, where strangers could follow its links',
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000', DEMO: '1' },
      'none',
    ],
    ['in a container that is no demo', { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, 'none'],
    ['with a public address', { PUBLIC_URL: 'https://quayside.example' }, 'none'],
    ['with a public address that begins like a local one', { PUBLIC_URL: 'https://localhost.example' }, 'none'],
    ['as a demo with a public address', { PUBLIC_URL: 'https://quayside.example', DEMO: '1' }, 'none'],
    ['open to the network', { HOST: '0.0.0.0' }, 'none'],
  ])('%s, with %j and no mail server, is %s', (_, env, kind) => {
    expect(kindOf(env)).toBe(kind);
  });

  it('with a mail server is SMTP', () => {
    expect(kindOf({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: FROM })).toBe('smtp');
  });
});
