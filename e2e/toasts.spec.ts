import type { Page } from '@playwright/test';
import { openDemo, signInToDemo } from './support/demo.ts';
import { PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const DESK = { width: 1440, height: 900 };
const reminder = (page: Page) => page.getByRole('region', { name: 'E-mail verification' });

/** The number of buttons, links and fields of the page, and how many of them the reminder covers. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const over = document.querySelector('[aria-label="E-mail verification"]');
    const box = over?.getBoundingClientRect();
    const controls = [...document.querySelectorAll('button, a[href], input, [role="tab"]')].filter(
      (e) => !over?.contains(e) && e.checkVisibility(),
    );
    const under = controls.filter((e) => {
      const at = e.getBoundingClientRect();
      return (
        box && at.width > 1 && at.left < box.right && at.right > box.left && at.top < box.bottom && at.bottom > box.top
      );
    });
    return {
      box: box && { right: Math.round(innerWidth - box.right), top: Math.round(box.top) },
      names: under.map((e) => e.textContent ?? ''),
      controls: controls.length,
    };
  });

test('the reminder to verify the address is at the top right, covers nothing, and has no timeout', async ({ page }) => {
  await page.clock.install();
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Quint');
  await page.getByLabel('E-mail').fill(`nora${crypto.randomUUID()}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('tide-and-lantern');
  await page.getByLabel('Repeat password').fill('tide-and-lantern');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  for (const [size, path] of [
    [DESK, '/suppliers'],
    [DESK, '/products'],
    [PHONE, '/suppliers'],
    [PHONE, '/profile'],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(reminder(page)).toBeVisible();
    const { box, names, controls } = await covered(page);
    expect([names, controls > 5, (box?.right ?? 99) <= 16, (box?.top ?? 999) < 100]).toEqual([[], true, true, true]);
  }
  await page.clock.fastForward('10:00');
  await expect(reminder(page)).toBeVisible();
});

test('a toast at the bottom right stays 5 s by default, and 2.5 s after a small action', async ({ page }) => {
  await openDemo(page);
  await page.clock.install();
  await page.goto('/profile/notification-settings');
  const shown = page.locator('.mantine-Notification-root');
  await page.getByRole('switch', { name: 'Account summary' }).click({ force: true });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(shown).toContainText('Notification settings saved');
  const box = await shown.boundingBox();
  const size = page.viewportSize();
  expect([(box?.x ?? 0) > (size?.width ?? 0) / 2, (box?.y ?? 0) > (size?.height ?? 0) / 2]).toEqual([true, true]);
  await page.clock.runFor(2_300);
  await expect(shown).toBeVisible();
  await page.clock.runFor(600);
  await expect(shown).toHaveCount(0);

  // Alerts are announced by the container itself.
  const { accessToken, userId } = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { accessToken: string; userId: string } })
        .data,
  );
  const posted = await page.request.post(`/api/v2/notifications/${userId}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() },
    data: { notificationType: 'ACTION_NEEDED', summary: 'Deposit is due soon', message: 'Words' },
  });
  expect(posted.ok()).toBe(true);
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return shown.count();
    })
    .toBe(1);
  await page.clock.runFor(4_000);
  await expect(shown).toContainText('Deposit is due soon');
  await page.clock.runFor(1_500);
  await expect(shown).toHaveCount(0);
});

test('on a phone a toast is above the bottom bar', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signInToDemo(page);
  await page.goto('/demo/settings');
  await page.getByRole('button', { name: 'Ask for an action' }).click();
  const shown = page.locator('.mantine-Notification-root').first();
  await expect(shown).toBeVisible();
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  await expect
    .poll(async () => {
      const box = await shown.boundingBox();
      return (box?.y ?? 999) + (box?.height ?? 0) <= (bar?.y ?? 0);
    })
    .toBe(true);
});
