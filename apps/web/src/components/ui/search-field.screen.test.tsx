import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { SearchField } from './search-field.tsx';

/** Types a text at once, within the current task, so that no time passes in which the field could search by itself. */
function typeAtOnce(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

it('a search field searches as soon as it is left, without waiting for more typing', async () => {
  startApi();
  const searched: string[] = [];
  renderPart(
    <SearchField value="" label="Company" placeholder="Company" onSearch={(text) => void searched.push(text)} />,
  );
  const input = await page.getByRole('searchbox', { name: 'Company' }).findElement();
  typeAtOnce(input as HTMLInputElement, 'New');
  await Promise.resolve();
  input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  expect(searched).toEqual(['New']);
});
