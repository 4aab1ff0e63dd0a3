import { HOSTILE_HTML } from '@quayside/domain/notifications/testing/hostile-html';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { MessageHtml } from './message-html.tsx';

const TAGS = ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'a', 'code', 'h4'];
const elementsOf = (box: Element | null | undefined) => [...(box?.querySelectorAll('*') ?? [])];

describe('a message with HTML', () => {
  it('keeps only harmless tags, attributes and links, and runs no script', async () => {
    startApi();
    renderPart(
      HOSTILE_HTML.map((html) => (
        <section key={html} aria-label="Message">
          <MessageHtml html={html} />
          <MessageHtml html={html} inline />
        </section>
      )),
    );
    await expect.element(page.getByRole('region', { name: 'Message' }).first()).toBeInTheDocument();
    const boxes = [...document.querySelectorAll('[data-message]')];
    expect(boxes).toHaveLength(2 * HOSTILE_HTML.length);
    const elements = boxes.flatMap(elementsOf);
    expect(elements.map((e) => e.localName).filter((tag) => !TAGS.includes(tag))).toEqual([]);
    const attributes = elements.flatMap((e) => e.getAttributeNames());
    expect(attributes.filter((name) => !['href', 'target', 'rel'].includes(name))).toEqual([]);
    const links = elements.flatMap((e) => e.getAttribute('href') ?? []);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((href) => !href.startsWith('https://example.test/'))).toEqual([]);
    expect('pwned' in window).toBe(false);
  });

  it('opens a link within the app without leaving it', async () => {
    startApi();
    let left = 0;
    renderPart(<MessageHtml html='See <a href="/products/import">the import</a>.' onLeave={() => (left += 1)} />);
    await page.getByRole('link', { name: 'the import' }).click();
    expect([window.location.pathname, left]).toEqual(['/products/import', 1]);
  });

  it('shows one line without links in a place for a single line', async () => {
    startApi();
    renderPart(<MessageHtml html='<p>See <a href="/products">the products</a>.</p>' inline />);
    await expect.element(page.getByText('See the products.')).toBeVisible();
    expect(page.getByRole('link').elements()).toEqual([]);
  });
});
