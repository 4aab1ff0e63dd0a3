import { messageNodes } from '../../../lib/words/message-html.ts';

/** The text of a mail that the server proposes as HTML: paragraphs are parted by blank lines. */
export function mailText(html: string): string {
  const nodes = messageNodes(html, 'whole');
  for (const line of nodes.querySelectorAll('br')) line.replaceWith('\n');
  const blocks = [...nodes.querySelectorAll('p, li')];
  const texts = blocks.length > 0 ? blocks.map((block) => block.textContent) : [nodes.textContent ?? ''];
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}
