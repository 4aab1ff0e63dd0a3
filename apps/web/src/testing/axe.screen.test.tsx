import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from './axe.ts';
import { closeApp, renderPart, startApi } from './render-app.tsx';

/** `light-dark` resolves to one of its colours according to the theme that is really shown. */
const text = (color: string) => <p style={{ color, background: 'light-dark(#fff, #000)' }}>A sentence</p>;

async function show(part: ReactNode): Promise<void> {
  startApi();
  renderPart(part);
  await expect.element(page.getByRole('main')).toBeVisible();
}

it.each([
  ['a button without a name', <button key="button" type="button" />, /^light theme: button-name/],
  ['a text too pale for the light theme', text('light-dark(#ccc, #fff)'), /^light theme: color-contrast/],
  ['a text too dark for the dark theme', text('light-dark(#000, #333)'), /^dark theme: color-contrast/],
])('axe finds %s', async (_, part, finding) => {
  await show(part);
  await expect(expectNoSeriousFindings(undefined, true)).rejects.toThrow(finding);
});
it('axe finds nothing in a text with enough contrast in both themes', async () => {
  await show(text('light-dark(#000, #fff)'));
  await expectNoSeriousFindings(undefined, true);
});
it('axe finds what is wrong in a modal dialog, and does not check again what is behind it', async () => {
  await show(
    <>
      {text('#fff')}
      <div role="dialog" aria-modal="true" aria-label="A dialog">
        {text('light-dark(#000, #333)')}
      </div>
    </>,
  );
  await expect(expectNoSeriousFindings(undefined, true)).rejects.toThrow(/^dark theme: color-contrast/);
});
it('a dialog is checked once in a quick run, and a state of a screen not at all', async () => {
  const wrong = <button type="button" />;
  const dialog = (
    <div role="dialog" aria-modal="true" aria-label="A dialog that is checked once">
      {wrong}
    </div>
  );
  await show(wrong);
  await expectNoSeriousFindings(undefined, false);
  closeApp();
  await show(dialog);
  await expect(expectNoSeriousFindings(undefined, false)).rejects.toThrow(/button-name/);
  await expectNoSeriousFindings(undefined, false);
});
it('a test that names another screen than the open one fails', async () => {
  await show(text('light-dark(#000, #fff)'));
  await expect(expectNoSeriousFindings('/elsewhere')).rejects.toThrow(/route/);
});
