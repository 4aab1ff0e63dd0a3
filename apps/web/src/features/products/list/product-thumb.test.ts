import { expect, it } from 'vitest';
import { iconOf } from './product-thumb.tsx';

const icon = (name: string, group: string | null = null) => iconOf({ name, group });

it('the icon of a product without a picture is that of a whole word, in singular or plural', () => {
  expect(icon('Braided USB-C cable')).toBe(icon('USB charger'));
  expect(icon('Two mugs')).toBe(icon('Mug'));
  expect(icon('Thing', 'Kitchen')).toBe(icon('Soup bowl'));
  for (const name of ['Bambusbrett', 'Lampenschirm', 'Carpet', 'Settle', 'Potting'])
    expect([name, icon(name)]).toEqual([name, -1]);
});
