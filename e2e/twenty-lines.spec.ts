import type { Page } from '@playwright/test';
import { addInvoice, addProducts, addSupplier } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { invoiceTotals } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

/** How many seconds a practised person needs for each key press, and to find the next figure on paper. */
const SECONDS_PER_KEY = 0.12;
const SECONDS_PER_FIELD = 0.4;
const MOST_SECONDS = 120;

const CODES = ['KTL', 'JAR', 'BRD', 'CUT', 'ORG', 'MUG'];
/** Eighteen lines, each with a product. `CHARGES` has two more lines, without a product. */
const GOODS = CODES.flatMap((code, i) =>
  [1, 2, 3].map((variant, j) => {
    const quantity = 100 + 40 * i + 10 * j;
    const priceCents = 250 + 175 * i + 35 * j;
    return {
      sku: `HP-${code}-0${variant}`,
      quantity,
      price: (priceCents / 100).toFixed(2),
      amountCents: quantity * priceCents,
    };
  }),
);
const CHARGES = [
  { name: 'Printing plates', costType: 'Other', value: 'OTHER', typed: '3*145.50', amountCents: 43_650 },
  { name: 'Truck to port', costType: 'Local', value: 'LOCAL_FREIGHT', typed: '310', amountCents: 31_000 },
];
const TOTAL_CENTS = [...GOODS, ...CHARGES].reduce((sum, line) => sum + line.amountCents, 0);
const shown = (cents: number) => (cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });

/** Types into the page, and counts the key presses and the fields. */
function counting(page: Page) {
  const counted = { keys: 0, fields: 0 };
  return {
    counted,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        counted.keys += 1;
        await page.keyboard.press(key);
      }
    },
    field: async (text: string) => {
      counted.keys += text.length;
      counted.fields += 1;
      await page.keyboard.type(text);
    },
  };
}

test('twenty lines are typed with the keyboard only in less than two minutes, and no key press is lost', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signUp(page);
  await addProducts(
    page,
    GOODS.map(({ sku }) => ({ sku, name: `Product ${sku}` })),
  );
  await addSupplier(page, { name: 'Ningbo Haosheng Houseware', currency: 'GBP' });
  const invoice = await addInvoice(page, {
    supplier: 'Ningbo Haosheng Houseware',
    number: 'HS-20',
    total: (TOTAL_CENTS / 100).toFixed(2),
    lines: [],
  });
  await openScreen(page, invoice);
  const keyboard = counting(page);

  await test.step('type', async () => {
    await page.getByRole('button', { name: 'Add the first line' }).focus();
    await keyboard.press('Enter');
    for (const [i, line] of GOODS.entries()) {
      if (i > 0) await keyboard.press('Enter');
      await keyboard.field(line.sku);
      await keyboard.press('Tab', 'Tab', 'Tab');
      await keyboard.field(String(line.quantity));
      await keyboard.press('Tab');
      await keyboard.field(line.price);
    }
    for (const charge of CHARGES) {
      await keyboard.press('Enter', 'Tab');
      await keyboard.field(charge.name);
      await keyboard.press('Tab');
      await keyboard.field(charge.costType);
      await keyboard.press('Tab', 'Tab', 'Tab');
      await keyboard.field(charge.typed);
    }
    await keyboard.press('Tab');
  });

  await test.step('a person would have needed less than two minutes', () => {
    const { keys, fields } = keyboard.counted;
    expect(fields).toBe(18 * 3 + 2 * 3);
    expect(keys * SECONDS_PER_KEY + fields * SECONDS_PER_FIELD).toBeLessThan(MOST_SECONDS);
  });

  await test.step('all twenty lines are stored as typed', async () => {
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(/^Line \d+, amount$/)).toHaveCount(20);
    const stored = (cell: string) =>
      page
        .getByLabel(new RegExp(`^Line \\d+, ${cell}$`))
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    expect(await stored('product')).toEqual([...GOODS.map(({ sku }) => sku), '', '']);
    expect((await stored('quantity')).slice(0, 18)).toEqual(GOODS.map(({ quantity }) => String(quantity)));
    expect((await stored('name')).slice(18)).toEqual(CHARGES.map(({ name }) => name));
    expect((await stored('cost type')).slice(18)).toEqual(CHARGES.map(({ value }) => value));
    expect(await stored('amount')).toEqual([...GOODS, ...CHARGES].map(({ amountCents }) => shown(amountCents)));
  });

  await test.step('the lines add up to the total of the document', async () => {
    await expect(invoiceTotals(page)).toContainText(shown(TOTAL_CENTS));
    await expect(invoiceTotals(page)).toContainText(/Difference\s*0\.00/);
    await expect(page.getByTitle(/^Resolve the difference/)).toHaveCount(0);
  });
});
