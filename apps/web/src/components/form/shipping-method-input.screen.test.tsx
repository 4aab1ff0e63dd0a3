import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { ShippingMethodInput } from './shipping-method-input.tsx';

it.each([156, 240])('the three methods are whole in a field of %i pixels', async (width) => {
  startApi();
  renderPart(
    <div style={{ width }}>
      <ShippingMethodInput label="Shipping method" value="SEA" isReadOnly={false} onChange={() => undefined} />
    </div>,
  );
  const field = page.getByRole('radiogroup', { name: 'Shipping method' });
  await expect.element(field).toBeVisible();
  const words = () => {
    const { left, right } = field.element().getBoundingClientRect();
    return [...field.element().querySelectorAll('label')].map((label) => {
      const box = label.getBoundingClientRect();
      const text = label.firstElementChild;
      const isWhole = box.left >= left && box.right <= right && text !== null && text.scrollWidth <= text.clientWidth;
      return isWhole ? label.textContent : 'cut';
    });
  };
  await expect.poll(words).toEqual(['Air', 'Sea', 'Land']);
});
