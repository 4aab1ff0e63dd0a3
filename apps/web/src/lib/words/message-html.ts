import {
  isMessageLink,
  isOwnPath,
  MESSAGE_ATTRIBUTES,
  MESSAGE_TAGS,
} from '@quayside/domain/notifications/message-html';
import createPurifier, { type Config } from 'dompurify';
import { policyOfCleaner } from '../../theme/trusted-types.ts';

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  const href = node.getAttribute('href') ?? '';
  if (!isMessageLink(href)) return node.removeAttribute('href');
  if (isOwnPath(href)) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/**
 * Parses the HTML of a message into nodes that are safe to insert. The allow-list of the server is applied again,
 * because the stored HTML is not trusted. `inline` keeps only the text of links and blocks.
 */
export function messageNodes(html: string, kind: 'whole' | 'inline'): DocumentFragment {
  const config: Config & { RETURN_DOM_FRAGMENT: true } = {
    ALLOWED_TAGS: kind === 'whole' ? [...MESSAGE_TAGS] : ['b', 'strong', 'i', 'em', 'code'],
    ALLOWED_ATTR: kind === 'whole' ? [...MESSAGE_ATTRIBUTES.a] : [],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    ...(policyOfCleaner && {
      TRUSTED_TYPES_POLICY: policyOfCleaner as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']>,
    }),
  };
  // Insert a space at the end of each block. Otherwise the last word of a block would be joined to the next block.
  const text = kind === 'whole' ? html : html.replaceAll(/<br ?\/?>|<\/(?:p|li|h4|ul|ol)>/gi, ' $&');
  return purifier.sanitize(text, config);
}
