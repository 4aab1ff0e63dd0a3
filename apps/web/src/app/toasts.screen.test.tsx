import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TotalsBar } from '../components/ui/figures.tsx';
import { paths } from '../lib/paths.ts';
import { toast } from '../lib/toasts/toasts.ts';
import { renderApp, renderPart, startApi } from '../testing/render-app.tsx';

const shown = (text: string) => page.getByRole('status').filter({ hasText: text });
const boxOf = (text: string) => shown(text).element().getBoundingClientRect();
/**
 * Whether a toast has left the page. The timer of its closing transition starts only when React has rendered, so the
 * fake clock is advanced first.
 */
async function isGone(text: string): Promise<boolean> {
  await vi.advanceTimersByTimeAsync(20);
  return shown(text).query() === null;
}

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

describe('a toast', () => {
  it('is at the bottom right for 2.5 s after a small action, and for 5 s otherwise', async () => {
    startApi();
    renderPart(<h1>Page</h1>);
    // A toast under the pointer stays. An earlier test may have left the pointer where the toasts appear.
    await page.getByRole('heading').hover();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    toast('success', 'Stored');
    toast('alert', 'Due soon', { scope: 'global' });
    await expect.element(shown('Stored')).toBeVisible();
    await expect.element(shown('Due soon')).toBeVisible();
    expect([boxOf('Stored').left > 720, boxOf('Stored').top > 450]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(2_300);
    await expect.element(shown('Stored')).toBeVisible();
    await vi.advanceTimersByTimeAsync(200);
    await expect.poll(() => isGone('Stored')).toBe(true);
    await vi.advanceTimersByTimeAsync(1_500);
    await expect.element(shown('Due soon')).toBeVisible();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(() => isGone('Due soon')).toBe(true);
  });
  it('is above the totals of an invoice, however many rows they need', async () => {
    startApi();
    const items = Array.from({ length: 30 }, (_, n) => ({ label: `Sum ${n}`, value: '1,234,567.00' }));
    renderPart(
      <div style={{ position: 'fixed', inset: 'auto 0 0' }}>
        <TotalsBar label="Totals" items={items} />
      </div>,
    );
    const bar = page.getByRole('group', { name: 'Totals' });
    await expect.element(bar).toBeVisible();
    toast('info', 'Stored');
    await expect.element(shown('Stored')).toBeVisible();
    await expect.poll(() => boxOf('Stored').bottom).toBeLessThanOrEqual(bar.element().getBoundingClientRect().top);
  });
  it('is above the bottom bar on a phone', async () => {
    await page.viewport(390, 844);
    startApi();
    renderApp(paths.listBusiness());
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect.element(bar).toBeVisible();
    toast('info', 'Stored');
    await expect.element(shown('Stored')).toBeVisible();
    await expect.poll(() => boxOf('Stored').bottom).toBeLessThanOrEqual(bar.element().getBoundingClientRect().top);
  });
});
