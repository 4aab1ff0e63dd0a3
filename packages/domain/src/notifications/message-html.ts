/**
 * What a notification may look like: the one allow-list, for the server that keeps a message and for the browser that shows it.
 * No styles, no classes, no pictures, no forms.
 */
export const MESSAGE_TAGS = ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'a', 'code', 'h4'] as const;
/** The one attribute, of the one element that may have one. */
export const MESSAGE_ATTRIBUTES = { a: ['href'] } as const;

const OUTSIDE = /^(https?:\/\/[^/\\\s]|mailto:[^\s])/i;

/** A path of this site: one slash, and nothing that a browser would read as another host. */
export const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href) && isPlain(href);

/** Where a link of a message may lead: the web, a mail address, or a page of our own. */
export const isMessageLink = (href: string): boolean => isPlain(href) && (OUTSIDE.test(href) || isOwnPath(href));

/** Browsers skip these characters inside an address, so that it is another one than it looks like. */
function isPlain(href: string): boolean {
  return [...href].every((c) => c > ' ' && c !== '\u007f');
}

/** Plain text as HTML that shows it as it was written, line by line. */
export const messageOfText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?|\n/g, '<br />');
