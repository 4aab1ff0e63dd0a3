import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { CopyButton } from './figures.tsx';

const button = (name: string) => page.getByRole('button', { name });
const deny = () =>
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Denied', 'NotAllowedError'));

function openValue(): void {
  startApi();
  renderPart(
    <p>
      HP-BRD-01 <CopyButton value="HP-BRD-01" label="SKU" />
    </p>,
  );
}

describe('the button that copies a value', () => {
  it('uses the command of the browser where the clipboard is denied', async () => {
    openValue();
    deny();
    const copied: string[] = [];
    vi.spyOn(document, 'execCommand').mockImplementation(() => {
      const data = new DataTransfer();
      document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data }));
      copied.push(data.getData('text/plain'));
      return true;
    });
    await button('Copy SKU').click();
    await expect.element(button('Copied')).toBeVisible();
    expect(copied).toEqual(['HP-BRD-01']);
  });
  it('says so and selects the value when the browser does not allow copying', async () => {
    openValue();
    deny();
    vi.spyOn(document, 'execCommand').mockReturnValue(false);
    await button('Copy SKU').click();
    await expect.element(page.getByRole('alert').filter({ hasText: 'The browser does not allow' })).toBeVisible();
    expect(getSelection()?.toString().trim()).toBe('HP-BRD-01');
    await expect.element(button('Copy SKU')).toBeVisible();
  });
});
