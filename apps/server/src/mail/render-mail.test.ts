import { describe, expect, it } from 'vitest';
import { say } from '@quayside/contracts/texts/catalogue';
import { type MailParts, partsOf } from './queue-mail.ts';
import { renderMail } from './render-mail.ts';

const PARTS: MailParts = {
  subject: 'Maya invites you to Harbour & Pine Ltd',
  heading: 'Join Harbour & Pine Ltd',
  paragraphs: ['Maya Lind would like to work with you.', 'Line one\nline two'],
  action: { label: 'Open the invitation', url: 'https://quayside.example/login/verify/a?x=1&y=2' },
  afterAction: ['The link holds for 7 days.'],
};

describe('the mail template', () => {
  it('has the same content in HTML and in plain text', () => {
    const { subject, html, text } = renderMail(PARTS);
    expect(subject).toBe(PARTS.subject);
    expect(text).toBe(
      'Join Harbour & Pine Ltd\n\nMaya Lind would like to work with you.\n\nLine one\nline two\n\n' +
        'Open the invitation:\nhttps://quayside.example/login/verify/a?x=1&y=2\n\nThe link holds for 7 days.\n\n' +
        '-- \nQuayside\n',
    );
    for (const words of [
      'Join Harbour &amp; Pine Ltd',
      'Maya Lind would like',
      'Line one<br>line two',
      'Open the invitation',
      'holds for 7 days',
    ])
      expect(html).toContain(words);
    expect(html.match(/href="https:\/\/quayside\.example\/login\/verify\/a\?x=1&amp;y=2"/g)).toHaveLength(2);
  });

  it('escapes every part of it', () => {
    const bad = `<img src=x onerror="a()">'&`;
    const { html } = renderMail({
      subject: bad,
      heading: bad,
      paragraphs: [bad],
      action: { label: bad, url: `https://quayside.example/"onmouseover="a()` },
      afterAction: [bad],
      unsubscribe: { label: bad, url: 'https://quayside.example/profile' },
    });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('"onmouseover');
    expect(html.split('&lt;img src=x onerror=&quot;a()&quot;&gt;&#39;&amp;')).toHaveLength(7);
  });

  it('lists items one by one, each with a link to its page if it has one', () => {
    const { html, text } = renderMail({
      ...PARTS,
      items: [{ text: 'HS-1 <b>\nin review', url: 'https://quayside.example/invoices/1' }, { text: 'HS-2' }],
    });
    expect(text).toContain('\n\n- HS-1 <b>\n  in review\n  https://quayside.example/invoices/1\n- HS-2\n\n');
    expect(html).toMatch(/<a [^>]*href="https:\/\/quayside\.example\/invoices\/1"[^>]*>HS-1 &lt;b&gt;<\/a><br>/);
    expect(html).toMatch(/HS-1 &lt;b&gt;<\/a><br><span[^>]*>in review<\/span>/);
    expect(() => renderMail({ ...PARTS, items: [{ text: 'x', url: 'javascript:alert(1)' }] })).toThrow(
      'http and https',
    );
  });

  it('has its own words in the language of the mail', () => {
    const { html } = renderMail(partsOf({ ...PARTS, subject: say('mail.verify') }, 'zh-CN'));
    for (const words of [
      '<html lang="zh-CN">',
      '<title>验证您的电子邮件地址</title>',
      '如果按钮无法使用，请打开此网址：<br>',
      '由 Quayside 发送。',
    ])
      expect(html).toContain(words);
    expect(renderMail(PARTS).html).toContain('<html lang="en">');
  });

  it('keeps a subject on one line, so that it cannot inject another header', () => {
    expect(renderMail({ ...PARTS, subject: 'Hello\r\nBcc: everybody@example.test\u2028x' }).subject).toBe(
      'Hello Bcc: everybody@example.test x',
    );
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'https://a b'])('refuses a link to %s', (url) => {
    expect(() => renderMail({ ...PARTS, action: { label: 'x', url } })).toThrow('http and https');
    expect(() => renderMail({ ...PARTS, unsubscribe: { label: 'x', url } })).toThrow('http and https');
  });

  it('has a dark theme, loads nothing, and shows the unsubscribe link if there is one', () => {
    const { html, text } = renderMail({
      ...PARTS,
      unsubscribe: { label: 'Choose what you are mailed', url: 'https://quayside.example/profile/notifications' },
    });
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
    expect(html).toContain('href="https://quayside.example/profile/notifications"');
    expect(text).toContain('Choose what you are mailed: https://quayside.example/profile/notifications');
  });
});
