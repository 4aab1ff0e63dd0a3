import { isMessageLink, MESSAGE_ATTRIBUTES, MESSAGE_TAGS } from '@quayside/domain/notifications/message-html';
import sanitize from 'sanitize-html';

/**
 * Removes everything from a message that is not on the allow-list. The result is stored, and sanitized again in the
 * browser.
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

/** Whether anything is left that can be read. */
export const hasWords = (html: string): boolean =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';
