import { describe, expect, it } from 'vitest';
import { isMessageLink, isOwnPath, messageOfText } from './message-html.ts';

describe('a link of a message', () => {
  it.each([
    'https://example.test/a?b=c#d',
    'http://example.test',
    'HTTPS://EXAMPLE.TEST',
    'mailto:ann@example.test',
    '/invoices/1?line=2',
    '/',
  ])('may point to %s', (href) => expect(isMessageLink(href)).toBe(true));
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '\\\\evil.test',
    'https:evil.test',
    'https:/\\evil.test',
    'invoices/1',
    '#',
    '',
  ])('may not point to %j', (href) => expect(isMessageLink(href)).toBe(false));
  it('counts as our own only when it is a path', () => {
    expect(['/invoices/1', 'https://example.test/', 'mailto:a@b.c', '//x'].map(isOwnPath)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('plain text', () => {
  it('is shown as it was written', () => {
    expect(messageOfText('a < b & "c" > d\nnext\r\nlast')).toBe('a &lt; b &amp; "c" &gt; d<br />next<br />last');
    expect(messageOfText('<script>alert(1)</script>')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(messageOfText('&lt;b&gt;')).toBe('&amp;lt;b&amp;gt;');
  });
});
