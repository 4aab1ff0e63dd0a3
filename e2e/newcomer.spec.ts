import { messyProducts } from './support/messy-products.ts';
import { countedPerson } from './support/person.ts';
import { expect, test } from './support/test.ts';

const MOST_CLICKS = 35;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a newcomer gets from nothing to a landed cost that explains itself, with few clicks and no second try', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const me = countedPerson(page);
  const main = page.getByRole('main');

  await me.step('register', async () => {
    await page.goto('/');
    await me.click(page.getByRole('link', { name: /free 14-day trial/ }));
    await expect(page.getByLabel('First name')).toBeFocused();
    for (const text of ['Erika', 'Muster', `erika${Date.now()}@example.test`, 'tide-and-lantern']) {
      await me.type(text);
      await me.press('Tab');
    }
    await me.type('tide-and-lantern');
    await me.click(page.getByRole('combobox', { name: 'Currency of your costs' }));
    await me.type('GBP');
    await me.press('Enter');
    await me.click(page.getByRole('button', { name: 'Start free trial' }));
    await expect(page.getByRole('heading', { name: /^Good .*, Erika$/ })).toBeVisible();
  });

  const { file, faulty } = messyProducts(3_000);
  await me.step('import 3,000 messy rows', async () => {
    await me.click(main.getByRole('link', { name: 'Import products' }));
    await me.drop(main.getByText('Drop a file here'), [file]);
    await expect(main.getByRole('heading', { name: file.name })).toBeVisible();
    await page.waitForTimeout(6000);
    console.log(await main.innerText().then((t) => t.slice(0, 4000)));
    await page.screenshot({ path: '/tmp/shell-pics/n1.png', fullPage: true });
    console.log(faulty);
  });
  console.log(me.log.join('\n'), MOST_CLICKS);
});
