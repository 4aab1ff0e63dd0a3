import { getProduct, patchProduct, type Product } from '@quayside/contracts/products/products';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { refusal } from '../../../testing/fake-api.ts';
import type { Visitor } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aProduct } from '../testing/a-product.ts';
import { renderProductPart, startWithProduct } from '../testing/product-part.tsx';
import { PackagingTab } from './packaging-tab.tsx';
import type { BoxKind } from './packaging-values.ts';

/** A kettle with 900 g net weight and 400 g of packaging, so its packed unit weighs 1.3 kg. */
const KETTLE = aProduct({ weight: '900', packagingWeight: '400', shippingMethod: 'SEA' });
const PACKED = { length: '20', width: '15', height: '20', weight: '1300', units: 1 };
const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const fact = (name: string) => page.getByRole('definition').filter({ hasText: name });

function open(kind: BoxKind, product: Product = KETTLE, as: Visitor = 'admin') {
  const { api, change } = startWithProduct(product, as);
  api.on(patchProduct, ({ body }) =>
    change({
      ...(body.productPackaging ? { productPackaging: { ...product.productPackaging, ...body.productPackaging } } : {}),
      ...(body.casePackaging ? { casePackaging: { ...product.casePackaging, ...body.casePackaging } } : {}),
    }),
  );
  renderProductPart((shown, own) => <PackagingTab product={shown} kind={kind} {...own} />);
  return { api, change };
}
async function fill(values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
}

afterEach(() => page.viewport(1440, 900));

describe('the packed unit', () => {
  it('shows volume, volumetric weight and girth of the input, and is stored on its own', async () => {
    const { api } = open('productPackaging');
    await fill({ Length: '20', Width: '15', Height: '20' });
    await expect.element(fact('6,000 cm³')).toBeVisible();
    // For sea freight, a cubic metre counts as 1,000 kg.
    await expect.element(fact('6 kg by sea, 1,000 kg a cubic metre')).toBeVisible();
    await expect.element(fact('90 cm')).toBeVisible();
    await fill({ 'Gross weight': '1300', Pieces: '4' });
    await expect.element(page.getByText('It matches net weight and packaging, 1.3 kg.')).toBeVisible();
    await button('Save changes').click();
    await expect.element(page.getByText('Packaging of Kettle saved')).toBeVisible();
    await expect.element(button('Save changes')).not.toBeInTheDocument();
    expect(api.asked(patchProduct).map(({ body }) => body)).toEqual([
      { productPackaging: { length: '20', width: '15', height: '20', weight: '1300', units: 4 }, version: 1 },
    ]);
  });
  it.each([
    ['1000', 'Net weight and packaging add up to 1.3 kg, but the packed unit has 1 kg.'],
    ['2000', 'Net weight and packaging add up to 1.3 kg, but the packed unit has 2 kg, which is much more.'],
  ])('of %s g shows a warning when compared with net weight and packaging', async (weight, words) => {
    open('productPackaging');
    await fill({ 'Gross weight': weight });
    await expect.element(page.getByText(words)).toBeVisible();
  });
  it('names its units of measure, with a link to change them', async () => {
    open('productPackaging', aProduct({ dimensionUnit: 'IN', weightUnit: 'OZ' }));
    await expect.element(page.getByText(/^In inches and ounces, the units of measure of this product\./)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Change them on the overview' }))
      .toHaveAttribute('href', paths.product('KTL'));
  });
  it('is read-only for a viewer, with the reason', async () => {
    open('productPackaging', { ...KETTLE, productPackaging: PACKED }, 'viewer');
    await expect.element(page.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(field('Length')).toHaveAttribute('readonly');
    await expect.element(field('Length')).toHaveValue('20');
    await expect.element(field('Pieces')).toHaveAttribute('readonly');
    expect(page.getByRole('link', { name: 'Change them on the overview' }).query()).toBeNull();
  });
});

describe('the case', () => {
  const CASE = { Length: '60', Width: '45', Height: '40', 'Gross weight': '16200', 'Units per case': '12' };

  it('shows the weight and volume of a unit, by which freight is spread once they are complete', async () => {
    open('casePackaging', { ...KETTLE, productPackaging: PACKED });
    const usage = page.getByText(/^Freight is spread by the case once/);
    await expect.element(usage).toBeVisible();
    await fill(CASE);
    await expect
      .element(page.getByText(/^All measures of the case are known, so freight is spread by them/))
      .toBeVisible();
    await expect.element(fact('0.108 m³')).toBeVisible();
    await expect.element(fact('1.35 kg')).toBeVisible();
    await expect.element(fact('9,000 cm³')).toBeVisible();
    await expect.element(page.getByText('It matches its contents: 12 units weigh 15.6 kg.')).toBeVisible();
    expect(usage.query()).toBeNull();
  });
  it('shows a warning by weight or volume if it cannot hold its units', async () => {
    open('casePackaging', { ...KETTLE, productPackaging: PACKED });
    await fill({ ...CASE, 'Gross weight': '15000' });
    await expect.element(page.getByText('12 units weigh 15.6 kg, but the case has 15 kg.')).toBeVisible();
    await fill({ Height: '20' });
    await expect.element(page.getByText('12 units take up 0.072 m³, but the case holds 0.054 m³.')).toBeVisible();
    await fill({ 'Gross weight': '50000' });
    await expect
      .element(page.getByText('12 units weigh 15.6 kg, but the case has 50 kg, which is much more.'))
      .toBeVisible();
  });
  it('is stored with the version of the product, and cleared by clearing its fields', async () => {
    const box = { length: '60', width: '45', height: '40', weight: '16200', unitsPerCase: 12 };
    const { api } = open('casePackaging', { ...KETTLE, casePackaging: box, version: 7 });
    await fill({ Length: '', 'Units per case': '' });
    await button('Save changes').click();
    await expect.element(page.getByText('Packaging of Kettle saved')).toBeVisible();
    expect(api.asked(patchProduct).map(({ body }) => body)).toEqual([
      { casePackaging: { ...box, length: null, unitsPerCase: null }, version: 7 },
    ]);
  });
  it('is not sent with an invalid measure; the field shows the error', async () => {
    const { api } = open('casePackaging');
    await fill({ Length: 'long', 'Units per case': '0' });
    await button('Save changes').click();
    await expect.element(field('Length')).toBeInvalid();
    await expect.element(field('Units per case')).toHaveAccessibleDescription(/must be at least 1|1 or more/i);
    expect(api.asked(patchProduct)).toEqual([]);
  });
  it('shows an error of the server at its field', async () => {
    const { api } = open('casePackaging');
    api.on(patchProduct, () => {
      throw refusal('bad_input', {
        errors: [
          { field: 'body.casePackaging.unitsPerCase', code: 'field.max', message: 'Too many for a case' },
          { field: 'casePackaging.length', code: 'field.max', message: 'Longer than a lorry' },
        ],
      });
    });
    await fill({ Length: '9000', 'Units per case': '99999' });
    await button('Save changes').click();
    await expect.element(field('Units per case')).toHaveAccessibleDescription(/Too many for a case/);
    await expect.element(field('Length')).toHaveAccessibleDescription(/Longer than a lorry/);
    await expect.element(field('Length')).toHaveValue('9000');
  });
  it('is compared with the version that somebody else has stored', async () => {
    const { api } = open('casePackaging');
    const box = { length: null, width: null, height: null, weight: null, unitsPerCase: 24 };
    api.refuse(patchProduct, 'conflict_version', { current: { ...KETTLE, casePackaging: box, version: 2 } });
    await fill({ 'Units per case': '12' });
    await button('Save changes').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody changed this while you were editing' });
    await expect.element(dialog.getByRole('row', { name: /^Units per case/ })).toBeVisible();
    await expect.element(dialog.getByText('12', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('24', { exact: true })).toBeVisible();
  });
  it('follows changes by others until the form has unsaved changes', async () => {
    const { api, change } = startWithProduct(KETTLE);
    const changeWidth = (width: string) => {
      change({ casePackaging: { length: null, width, height: null, weight: null, unitsPerCase: null } });
      api.tellChanged('products', [KETTLE.id]);
    };
    renderScreen(paths.product('KTL', 'case-packaging'));
    await expect.element(field('Width')).toHaveValue('');
    changeWidth('44');
    await expect.element(field('Width')).toHaveValue('44');
    await fill({ Length: '61' });
    const reads = api.asked(getProduct).length;
    changeWidth('45');
    await expect.poll(() => api.asked(getProduct).length).toBe(reads + 1);
    await expect.element(field('Length')).toHaveValue('61');
    await expect.element(field('Width')).toHaveValue('44');
  });
  it('fits a phone', async () => {
    await page.viewport(390, 844);
    open('casePackaging');
    await expect.element(field('Units per case')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
