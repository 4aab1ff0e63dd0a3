import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { MailParts } from './queue-mail.ts';

/** A rendered mail in both of its forms. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const PRODUCT = 'Quayside';
const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei',sans-serif";
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, also inside quotes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? '');
/** Subjects stay on one line: a line break would inject another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/** Allows only http and https links, because people's own words may end up in an address. */
function href(url: string): string {
  if (!/^https?:\/\/\S+$/i.test(url)) throw new Error('A mail may only link to http and https addresses.');
  return escapeHtml(url);
}

/** The one template. Inline colours give the light theme; readers that support dark mode use the style sheet. */
export function renderMail(parts: MailParts): RenderedMail {
  return { subject: oneLine(parts.subject), html: htmlOf(parts), text: textOf(parts) };
}

function textOf({ heading, paragraphs, items, action, afterAction, unsubscribe }: MailParts): string {
  const blocks = [
    heading,
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

const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0d1317!important}.card{background:#141b21!important;border-color:#253039!important}
.strong{color:#e7ecf0!important}.plain{color:#b0bbc5!important}.soft{color:#8f9ca7!important}.soft a{color:#74c0da!important}
.line{border-color:#253039!important}a.plain{color:#74c0da!important}
.button{background:#58b3d1!important;color:#06212b!important}}
@media (max-width:480px){.card{padding:24px 20px!important}}`;

function htmlOf(parts: MailParts): string {
  const { subject, heading, paragraphs, items, action, afterAction, unsubscribe, language = 'en' } = parts;
  const small = (content: string) =>
    `<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:20px;color:#5f6c79">${content}</p>`;
  const link = (url: string, label: string) =>
    `<a href="${href(url)}" target="_blank" rel="noopener" style="color:#0b5c7d;word-break:break-all">${escapeHtml(label)}</a>`;
  const list = (items ?? []).map(({ text, url }) => {
    // The first line is the item's name and becomes the link.
    const [name = '', ...rest] = text.split('\n');
    const named = `<a class="plain" href="${url === undefined ? '' : href(url)}" target="_blank" rel="noopener" style="color:#0b5c7d">${escapeHtml(name)}</a>`;
    const more = rest.map(
      (line) =>
        `<br><span class="soft" style="font-size:13px;line-height:20px;color:#5f6c79">${escapeHtml(line)}</span>`,
    );
    return `<tr><td class="plain line" style="padding:10px 0;border-top:1px solid #e1e6ea;font-size:16px;line-height:24px;color:#465461">${url === undefined ? escapeHtml(name) : named}${more.join('')}</td></tr>`;
  });
  const things =
    list.length > 0
      ? `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin:16px 0 0">${list.join('\n')}</table>`
      : '';
  const button = action
    ? `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:24px 0"><tr><td>
<a class="button" href="${href(action.url)}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5c7d;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a>
</td></tr></table>`
    : '';
  const below = [
    ...(afterAction ?? []).map((text) => small(lines(text))),
    ...(action
      ? [small(`${escapeHtml(wordsOf(say('mail.button_fails'), language))}<br>${link(action.url, action.url)}`)]
      : []),
  ].join('\n');
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
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" border="0" style="background:#f5f7f8"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:560px">
<tr><td class="strong" style="padding:0 4px 16px;font-size:17px;line-height:24px;font-weight:700;color:#14202a">${PRODUCT}</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e1e6ea;border-radius:12px">
<h1 class="strong" style="margin:0 0 16px;font-size:21px;line-height:28px;font-weight:700;color:#14202a">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p class="plain" style="margin:0 0 12px;font-size:16px;line-height:24px;color:#465461">${lines(text)}</p>`).join('\n')}
${things}
${button}
${below}
</td></tr>
<tr><td style="padding:16px 4px 0">${small(unsubscribe ? link(unsubscribe.url, unsubscribe.label) : escapeHtml(wordsOf(say('mail.sent_by', { product: PRODUCT }), language)))}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
