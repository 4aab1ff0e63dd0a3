import { isMessageLink, MESSAGE_ATTRIBUTES, MESSAGE_TAGS } from '@quayside/domain/notifications/message-html';
import sanitize from 'sanitize-html';

/**
 * Removes all HTML from a message that is not on the allow-list. The result is stored, and the browser sanitizes it
 * again.
 */
export const cleanMessage = (html: string): string =>
  sanitize(html, {
    allowedTags: [...MESSAGE_TAGS],
    allowedAttributes: { a: [...MESSAGE_ATTRIBUTES.a] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    allowedStyles: {},
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    nestingLimit: 20,
    transformTags: {
      a: (tagName, { href }) => {
        const attribs: Record<string, string> = href !== undefined && isMessageLink(href) ? { href } : {};
        return { tagName, attribs };
      },
    },
  }).trim();

/** Whether a message contains any visible text. */
export const hasWords = (html: string): boolean =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';
