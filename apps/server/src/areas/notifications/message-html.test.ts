import { isMessageLink, MESSAGE_TAGS, messageOfText } from '@quayside/domain/notifications/message-html';
import { HOSTILE_HTML } from '@quayside/domain/notifications/testing/hostile-html';
import { describe, expect, it } from 'vitest';
import { cleanMessage, hasWords } from './message-html.ts';

const TAG = /<\/?([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g;

describe('the cleaned HTML of a message', () => {
  it.each(HOSTILE_HTML.map((html) => [html]))('contains only allowed elements: %s', (html) => {
    const kept = cleanMessage(html);
    for (const [, name = '', rest = ''] of kept.matchAll(TAG)) {
      expect(MESSAGE_TAGS).toContain(name);
      const link = / href="([^"]*)"$/.exec(rest)?.[1];
      expect(
        rest.trim() === '' || rest.trim() === '/' || (name === 'a' && link !== undefined && isMessageLink(link)),
        `${name}${rest}`,
      ).toBe(true);
    }
    // Once its tags are removed, the message is plain text without angle brackets.
    expect(kept.replaceAll(TAG, '')).not.toMatch(/[<>]/);
    expect(cleanMessage(kept)).toBe(kept);
  });

  it('preserves every allowed element', () => {
    const html =
      '<h4>Title</h4><p>One <b>two</b> <strong>three</strong> <i>four</i> <em>five</em><br /><code>six</code></p>' +
      '<ul><li>a</li></ul><ol><li>b</li></ol>' +
      '<a href="https://example.test/?a=1&amp;b=2">web</a><a href="mailto:a@b.test">mail</a>' +
      '<a href="/invoices/1?line=2">own</a>';
    expect(cleanMessage(html)).toBe(html);
  });

  it('preserves the words of removed elements', () => {
    expect(cleanMessage('<div>One <span>two</span> <font color="red">three</font></div>')).toBe('One two three');
    expect(cleanMessage('<a href="javascript:alert(1)">Pay</a> now')).toBe('<a>Pay</a> now');
  });

  it('shows plain text as it was written', () => {
    for (const text of ['a < b & "c" > d', '<script>alert(1)</script>', '&lt;b&gt;', 'one\ntwo', ...HOSTILE_HTML])
      expect(cleanMessage(messageOfText(text))).toBe(messageOfText(text).trim());
  });

  it('can be without words', () => {
    expect(
      ['<script>x</script>', '<p> </p>', '<img src=x>', '&nbsp;'].map((html) => hasWords(cleanMessage(html))),
    ).toEqual([false, false, false, false]);
    expect(hasWords('<p>x</p>')).toBe(true);
  });
});
