import { isMessageLink, isOwnPath, MESSAGE_ATTRIBUTES, MESSAGE_TAGS } from '@quayside/domain/notifications/message-html';
import createPurifier, { type Config } from 'dompurify';
import { policyOfCleaner } from '../theme/trusted-types.ts';

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
 * The HTML of a message as nodes that can stand in the page: by the same allow-list as at the server, whatever it kept.
 * A line (`inline`) has no links and no blocks, only their words.
 */
export function messageNodes(html: string, kind: 'whole' | 'inline'): DocumentFragment {
  const config: Config & { RETURN_DOM_FRAGMENT: true } = {
    ALLOWED_TAGS: kind === 'whole' ? [...MESSAGE_TAGS] : ['b', 'strong', 'i', 'em', 'code'],
    ALLOWED_ATTR: kind === 'whole' ? [...MESSAGE_ATTRIBUTES.a] : [],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    ...(policyOfCleaner && { TRUSTED_TYPES_POLICY: policyOfCleaner as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']> }),
  };
  // Where a block ends its words would run into the next ones.
  const text = kind === 'whole' ? html : html.replaceAll(/<br ?\/?>|<\/(?:p|li|h4|ul|ol)>/gi, ' $&');
  return purifier.sanitize(text, config);
}
