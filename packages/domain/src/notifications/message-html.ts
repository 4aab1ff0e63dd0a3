/**
 * The allow-list for the HTML of a notification, shared by the server that stores it and the browser that shows it.
 * Styles, classes, images and forms are not allowed.
 */
export const MESSAGE_TAGS = ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'a', 'code', 'h4'] as const;
/** The only attribute that is allowed, and the only element that may have it. */
export const MESSAGE_ATTRIBUTES = { a: ['href'] } as const;

const OUTSIDE = /^(https?:\/\/[^/\\\s]|mailto:[^\s])/i;

/** Whether a link is a path of this site: one slash, followed by nothing that a browser would read as another host. */
export const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href) && isPlain(href);

/** Whether a message may link to this target: the web, an e-mail address, or a page of this site. */
export const isMessageLink = (href: string): boolean => isPlain(href) && (OUTSIDE.test(href) || isOwnPath(href));

/** Browsers skip control characters inside a URL, so it can lead elsewhere than it seems to. */
function isPlain(href: string): boolean {
  return [...href].every((c) => c > ' ' && c !== '\u007f');
}

/** Converts plain text to HTML that shows it as it was written, line by line. */
export const messageOfText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?|\n/g, '<br />');

/** Converts the HTML of a message to plain text. */
export const textOfMessage = (html: string): string =>
  html
    .replaceAll(/<br ?\/?>|<\/(?:p|li|h4)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
