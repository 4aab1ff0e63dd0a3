import { listSuppliers, supplierTotals, listCountries } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aSupplier } from '../../features/suppliers/testing/a-supplier.ts';
import { paths } from '../../lib/paths.ts';
import { aPage } from '../../testing/pages.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
import { NOTHING_OWED } from '../../testing/nothing-owed.ts';

const reminder = page.getByRole('region', { name: 'E-mail verification' });

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

/** Measures the reminder's distance from the top right corner, and finds the controls of the page that it covers. */
function look() {
  const section = reminder.element();
  const box = section.getBoundingClientRect();
  const controls = [...document.querySelectorAll('button, a[href], input, [role="tab"]')].filter(
    (one) => !section.contains(one) && one.checkVisibility() && one.getBoundingClientRect().width > 1,
  );
  const covered = controls.filter((one) => {
    const at = one.getBoundingClientRect();
    return at.left < box.right && at.right > box.left && at.top < box.bottom && at.bottom > box.top;
  });
  return {
    isAtTopRight: window.innerWidth - box.right <= 16 && box.top < 100,
    covered: covered.map((one) => one.outerHTML),
    hasControls: controls.length > 5,
  };
}
const ALONE = { isAtTopRight: true, covered: [], hasControls: true };

describe('the reminder to verify the e-mail address', () => {
  it('is at the top right of a wide screen and of a phone, and covers no control', async () => {
    const api = startApi({ me: { isVerified: false } });
    api.on(listCountries, []);
    api.on(listSuppliers, aPage([aSupplier()]));
    api.on(supplierTotals, { count: 1, ...NOTHING_OWED });
    renderApp(paths.suppliers());
    await expect.element(page.getByRole('row', { name: /Ningbo Haosheng/ })).toBeVisible();
    await expect.element(reminder).toBeVisible();
    expect(look()).toEqual(ALONE);
    await page.viewport(390, 844);
    await expect.poll(look).toEqual(ALONE);
  });
  it('stays until the person closes it', async () => {
    startApi({ me: { isVerified: false } });
    renderApp(paths.listBusiness());
    await expect.element(reminder).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.element(reminder.getByText('Please verify your e-mail address.')).toBeVisible();
    vi.useRealTimers();
    await reminder.getByRole('button', { name: /^(Hide|Close)/ }).click();
    await expect.element(reminder).not.toBeInTheDocument();
  });
  it('is not shown to a person with a verified address', async () => {
    startApi();
    renderApp(paths.listBusiness());
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(reminder.query()).toBeNull();
  });
});
