import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { typeAtOnce } from '../../testing/type-at-once.ts';
import { SearchField } from './search-field.tsx';

it('a search field searches as soon as it is left, without waiting for more typing', async () => {
  startApi();
  const searched: string[] = [];
  renderPart(
    <SearchField value="" label="Company" placeholder="Company" onSearch={(text) => void searched.push(text)} />,
  );
  const input = await page.getByRole('searchbox', { name: 'Company' }).findElement();
  typeAtOnce(input, 'New');
  await Promise.resolve();
  input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  expect(searched).toEqual(['New']);
});
