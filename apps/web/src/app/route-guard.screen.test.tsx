import { demoStatus, getAccountSettings, getMe } from '@quayside/contracts/accounts/accounts';
import type { ErrorCode } from '@quayside/contracts/errors';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session/session-store.ts';
import { refusal } from '../testing/fake-api.ts';
import { personAs, someSettings } from '../testing/person.ts';
import { renderApp, renderPart, startApi } from '../testing/render-app.tsx';

const inside = page.getByRole('heading', { name: 'Inside' });

describe('the guard of the screens', () => {
  it('keeps the session while the server is busy, waits as long as it is asked to, and then opens the screen', async () => {
    const api = startApi();
    const answers: (ErrorCode | undefined)[] = ['too_many', 'unavailable'];
    api.on(getMe, () => {
      const code = answers.shift();
      if (code) throw refusal(code, { retryAfter: 0 });
      return personAs('admin');
    });
    api.on(getAccountSettings, () => {
      if (answers.length > 0) throw refusal('too_many', { retryAfter: 0 });
      return someSettings();
    });
    renderPart(<h1>Inside</h1>);
    await expect.element(inside).toBeVisible();
    expect(api.asked(getMe)).toHaveLength(3);
    expect(session.isLive()).toBe(true);
  });
  it.each(['internal', 'bad_input', 'too_large'] as const)(
    'shows the error and a way to try again after %s, and signs nobody out',
    async (code) => {
      const api = startApi();
      api.refuse(getMe, code);
      renderPart(<h1>Inside</h1>);
      const again = page.getByRole('button', { name: 'Try again' });
      await expect.element(again).toBeVisible();
      api.on(getMe, personAs('admin'));
      await again.click();
      await expect.element(inside).toBeVisible();
      expect(session.isLive()).toBe(true);
    },
  );
  it.each(['not_signed_in', 'forbidden', 'not_found', 'session_ended'] as const)(
    'ends the session after %s, and asks to sign in',
    async (code) => {
      const api = startApi();
      api.on(demoStatus, { available: false, hasMailbox: false });
      api.refuse(getMe, code);
      renderApp(paths.onboarding());
      await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      expect(session.get()).toBeUndefined();
    },
  );
});
