import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { textOfMessage } from '@quayside/domain/notifications/message-html';
import type { MailParts } from './queue-mail.ts';

/** A rendered mail, as HTML and as plain text. */
interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const PRODUCT = 'Quayside';
const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial," +
  "'PingFang SC','Microsoft YaHei',sans-serif";
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML. The result is also safe inside quotes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? '');
/** Puts a subject on one line, because a line break could inject another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/** Returns the URL for a link. Allows only http and https, because a URL may contain what a user typed. */
function href(url: string): string {
  if (!/^https?:\/\/\S+$/i.test(url)) throw new Error('A mail may only link to http and https addresses.');
  return escapeHtml(url);
}

/**
 * Renders a mail with the template that all mails share. Inline colours give the light theme; mail programs that
 * support dark mode use the style sheet.
 */
export function renderMail(parts: MailParts): RenderedMail {
  return { subject: oneLine(parts.subject), html: htmlOf(parts), text: textOf(parts) };
}

function textOf({ heading, bodyHtml, paragraphs, items, action, afterAction, unsubscribe }: MailParts): string {
  const blocks = [
    heading,
    ...(bodyHtml === undefined ? [] : [textOfMessage(bodyHtml)]),
    ...paragraphs,
    ...(items?.length
      ? [
          items
            .map(({ text, url }) => `- ${text.replaceAll('\n', '\n  ')}${url === undefined ? '' : `\n  ${url}`}`)
            .join('\n'),
        ]
      : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(afterAction ?? []),
    `-- \n${PRODUCT}${unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.url}` : ''}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The attributes of a table that is used only for layout. Its style is added after them. */
const LAYOUT = 'role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"';
const NEW_TAB = 'target="_blank" rel="noopener"';
const TEXT = 'font-size:16px;line-height:24px;color:#465461';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5c7d;color:#ffffff;' +
  'font-size:16px;line-height:20px;font-weight:600;text-decoration:none';
const DARK_LINK = 'color:#74c0da!important';
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0d1317!important}.card{background:#141b21!important;border-color:#253039!important}
.strong{color:#e7ecf0!important}.plain{color:#b0bbc5!important}.soft{color:#8f9ca7!important}.soft a{${DARK_LINK}}
.line{border-color:#253039!important}a.plain{${DARK_LINK}}
.button{background:#58b3d1!important;color:#06212b!important}}
@media (max-width:480px){.card{padding:24px 20px!important}}`;

function htmlOf(parts: MailParts): string {
  const { subject, heading, bodyHtml, paragraphs, items, action, afterAction, unsubscribe, language = 'en' } = parts;
  const small = (content: string) =>
    `<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:20px;color:#5f6c79">${content}</p>`;
  const link = (url: string, label: string) =>
    `<a href="${href(url)}" ${NEW_TAB} style="color:#0b5c7d;word-break:break-all">${escapeHtml(label)}</a>`;
  const list = (items ?? []).map(({ text, url }) => {
    // The first line of an item is its name, which becomes the link.
    const [name = '', ...rest] = text.split('\n');
    const label =
      url === undefined
        ? escapeHtml(name)
        : `<a class="plain" href="${href(url)}" ${NEW_TAB} style="color:#0b5c7d">${escapeHtml(name)}</a>`;
    const more = rest.map(
      (line) =>
        `<br><span class="soft" style="font-size:13px;line-height:20px;color:#5f6c79">${escapeHtml(line)}</span>`,
    );
    const cell = `<td class="plain line" style="padding:10px 0;border-top:1px solid #e1e6ea;${TEXT}">`;
    return `<tr>${cell}${label}${more.join('')}</td></tr>`;
  });
  const things = list.length > 0 ? `<table ${LAYOUT} style="margin:16px 0 0">${list.join('\n')}</table>` : '';
  const button = action
    ? `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:24px 0"><tr><td>
<a class="button" href="${href(action.url)}" ${NEW_TAB} style="${BUTTON}">${escapeHtml(action.label)}</a>
</td></tr></table>`
    : '';
  const below = [
    ...(afterAction ?? []).map((text) => small(lines(text))),
    ...(action
      ? [small(`${escapeHtml(wordsOf(say('mail.button_fails'), language))}<br>${link(action.url, action.url)}`)]
      : []),
  ].join('\n');
  const outer = '<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" border="0"';
  const brand = 'padding:0 4px 16px;font-size:17px;line-height:24px;font-weight:700;color:#14202a';
  const title = 'margin:0 0 16px;font-size:21px;line-height:28px;font-weight:700;color:#14202a';
  const plain = (text: string) => `<p class="plain" style="margin:0 0 12px;${TEXT}">${lines(text)}</p>`;
  const foot = unsubscribe
    ? link(unsubscribe.url, unsubscribe.label)
    : escapeHtml(wordsOf(say('mail.sent_by', { product: PRODUCT }), language));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(oneLine(subject))}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f7f8;font-family:${FONT}">
${outer} style="background:#f5f7f8"><tr><td align="center" style="padding:32px 12px">
<table ${LAYOUT} style="max-width:560px">
<tr><td class="strong" style="${brand}">${PRODUCT}</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e1e6ea;border-radius:12px">
<h1 class="strong" style="${title}">${escapeHtml(heading)}</h1>
${bodyHtml === undefined ? '' : `<div class="plain" style="${TEXT}">${bodyHtml}</div>`}
${paragraphs.map(plain).join('\n')}
${things}
${button}
${below}
</td></tr>
<tr><td style="padding:16px 4px 0">${small(foot)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
