import { type Explain, explainProduct } from '@quayside/contracts/costs';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import type { ExplainFocus } from './explain-focus.ts';
import { ExplainPanel } from './explain-panel.tsx';
import { factory, freight } from './testing/an-explanation.ts';
import { explained, storedId } from './testing/stored-explanation.ts';

const panel = page.getByRole('complementary', { name: 'Explain this unit cost' });
const entry = (name: string) => panel.getByRole('button', { name: new RegExp(`^${name}`) });

function Explained({ focus: first, onClose }: { focus: ExplainFocus | undefined; onClose: () => void }) {
  const [focus, setFocus] = useState(first);
  return <ExplainPanel productId={storedId('p1')} focus={focus} onFocus={setFocus} onClose={onClose} />;
}
function open(answer: Explain = explained(), { focus, query = '' }: { focus?: ExplainFocus; query?: string } = {}) {
  const api = startApi();
  const onClose = vi.fn();
  api.on(explainProduct, answer);
  return { api, onClose, show: () => renderPart(<Explained focus={focus} onClose={onClose} />, `/${query}`) };
}

describe('the explanation of a unit cost', () => {
  afterEach(() => page.viewport(1440, 900));

  it('divides the total by the units, and says that everything adds up', async () => {
    open().show();
    await expect.element(panel.getByText('£8,696.72 ÷ 1,200')).toBeVisible();
    await expect.element(panel.getByText('2 entries, 2 documents')).toBeVisible();
    await expect.element(panel.getByText('All lines of all 2 documents add up')).toBeVisible();
    await expect.element(panel.getByText('Recalculated from these figures: the same to the cent')).toBeVisible();
    await expect
      .element(panel.getByRole('link', { name: 'Open the costs of this product' }))
      .toHaveAttribute('href', paths.product('HP-KTL-17', 'costs'));
  });
  it('opens each entry down to its line, rate, basis and share', async () => {
    open().show();
    await expect.element(entry('Factory HS-26-1042')).toHaveAttribute('aria-expanded', 'true');
    const shipping = entry('Shipping MOF-88214');
    await expect.element(shipping).toHaveAttribute('aria-expanded', 'false');
    await shipping.click();
    await expect
      .element(panel.getByRole('link', { name: 'MOF-88214, line 1' }))
      .toHaveAttribute('href', paths.invoice(storedId('i1'), storedId('l1')));
    for (const words of ['By chargeable weight', 'entered by hand', 'sea freight, charged by volume'])
      await expect.element(panel).toMatchTextContent(new RegExp(words, 'i'));
    await shipping.click();
    await expect.element(shipping).toHaveAttribute('aria-expanded', 'false');
  });
  it('proves each document on demand', async () => {
    open().show();
    await panel.getByRole('button', { name: 'Proof for each document' }).click();
    const proof = panel.getByRole('listitem').filter({ hasText: '3,480.00 assigned' });
    await expect.element(proof).toMatchTextContent('MOF-882143,480.00 assigned = USD 3,480.00');
    await expect
      .element(proof.getByRole('link', { name: 'MOF-88214' }))
      .toHaveAttribute('href', paths.invoice(storedId('i1')));
    await panel.getByRole('button', { name: 'Hide the proof' }).click();
    await expect.element(proof).not.toBeInTheDocument();
  });
  it('raises an alarm where the figures do not come out again', async () => {
    const answer = explained();
    const [document, ...others] = answer.documents as [Explain['documents'][number]];
    open({
      ...answer,
      documents: [{ ...document, total: '3490.00', addsUp: false }, ...others],
      replays: false,
    }).show();
    await expect.element(panel.getByText('1 document does not add up')).toBeVisible();
    await expect.element(panel.getByText('Recalculated from these figures: the result differs')).toBeVisible();
    await panel.getByRole('button', { name: 'Proof for each document' }).click();
    await expect.element(panel.getByText(/≠ 3,490\.00/)).toBeVisible();
  });
  it('shows one order or one category alone, and all of it again', async () => {
    open().show();
    await panel.getByRole('button', { name: 'Order SO-1' }).click();
    await expect.element(panel.getByText('per unit of this order')).toBeVisible();
    await expect.element(panel.getByText(/^Order SO-1 · 1,200 units · 12 Oct 2026$/)).toBeVisible();
    await panel.getByRole('button', { name: 'All orders and costs' }).click();
    await expect.element(panel.getByText('landed, average over 1,200 units')).toBeVisible();
  });
  it('of a category leaves out the others', async () => {
    open(explained(), { focus: { category: 'SHIPPING' } }).show();
    await expect.element(panel.getByText('Shipping of 1,200 units')).toBeVisible();
    await expect.element(entry('Shipping MOF-88214')).toBeVisible();
    expect(entry('Factory').query()).toBeNull();
  });
  it('marks what is provisional or excluded', async () => {
    const [layer] = explained().layers as [Explain['layers'][number]];
    const entries = [
      { ...factory, isProvisional: true },
      { ...freight, isExcluded: true },
    ];
    open(explained({ layers: [{ ...layer, entries }], isProvisional: true })).show();
    await expect.element(panel.getByText('Some of it comes from invoices that are not confirmed yet.')).toBeVisible();
    await expect.element(panel.getByRole('img', { name: 'Provisional' })).toBeVisible();
    await expect.element(panel.getByRole('img', { name: 'Excluded' })).toBeVisible();
  });
  it('says as of which day it is, and leads back to today', async () => {
    const { api, show } = open(explained(), { query: '?known=2026-11-01' });
    show();
    await expect.element(panel.getByText('As known on 1 Nov 2026')).toBeVisible();
    expect(api.asked(explainProduct)[0]?.query).toEqual({ asKnownOn: '2026-11-01' });
    await panel.getByRole('button', { name: 'Back to today' }).click();
    await expect.element(panel.getByText('As known on 1 Nov 2026')).not.toBeInTheDocument();
    expect(api.asked(explainProduct).at(-1)?.query).toEqual({});
  });
  it('says that there are no costs yet', async () => {
    open(explained({ layers: [], layerless: { amount: '0.00', entries: [], history: [] } })).show();
    await expect.element(panel.getByRole('heading', { name: 'No costs yet' })).toBeVisible();
    expect(panel.getByText('Proof for each document').query()).toBeNull();
  });
  it('shows that it is on its way, and what failed', async () => {
    const { api, show } = open();
    const release = api.hold(explainProduct);
    show();
    await expect.element(panel.getByRole('status', { name: 'Loading the calculation' })).toBeVisible();
    api.refuse(explainProduct, 'internal');
    release();
    await expect.element(panel.getByRole('alert')).toBeVisible();
    api.on(explainProduct, explained());
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel.getByText('£8,696.72 ÷ 1,200')).toBeVisible();
  });
  it('closes by Escape', async () => {
    const { onClose, show } = open();
    show();
    await expect.element(panel).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
  it('fills a phone', async () => {
    await page.viewport(390, 844);
    open().show();
    await expect.element(page.getByText('£8,696.72 ÷ 1,200')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
