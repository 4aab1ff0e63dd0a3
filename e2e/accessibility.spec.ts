import type { Page } from '@playwright/test';
import { findingsInBothThemes, seriousFindings } from './support/axe.ts';
import { signInToDemo } from './support/demo.ts';
import { sendTestMail } from './support/mail.ts';
import { openInvoice, productRow } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const LINK = '01930000-0000-7000-8000-000000000001/qs_mail';
const OUTSIDE = [
  '/login',
  '/mailbox',
  '/login/verify/invite/0/0/0/ACCEPT',
  '/login/reset',
  `/login/new-password/${LINK}`,
  `/login/verify/${LINK}`,
  `/login/new-address/${LINK}`,
  '/unsubscribe/v1.mail',
  '/register',
  '/no-such-page',
];
const INSIDE = [
  '/',
  '/suppliers',
  '/suppliers/add',
  '/products',
  '/products/add',
  '/products/import',
  '/products/HP-KTL-01',
  '/products/HP-KTL-01/costs',
  '/products/HP-KTL-01/changelog',
  '/products/HP-KTL-01/variants',
  '/products/HP-KTL-02/variants',
  '/products/HP-KTL-01/contact-details',
  '/products/HP-KTL-01/product-packaging',
  '/products/HP-KTL-01/case-packaging',
  '/products/HP-SET-01/bundle',
  '/invoices-purchase-orders/invoices',
  '/invoices/add',
  '/transactions/assigned-costs',
  '/transactions/reconciliation',
  '/transactions/restatements',
  '/invoices-purchase-orders/documents',
  '/products/HP-SPK-01/costs',
  '/notifications',
  '/onboarding',
  '/demo/settings',
  '/account-settings',
  '/profile',
  '/profile/company',
  '/profile/security',
  '/profile/notification-settings',
  '/users',
  '/funding',
  '/smart-tariff-classifications',
  '/find-a-Bookkeeper',
  '/list-my-business',
  '/audit-log',
  '/no-such-page',
];

/**
 * Dialogs, menus and panels, and the steps that open each of them. An entry may continue where the one before ended.
 */
const OPENED: readonly (readonly [name: string, show: (page: Page) => Promise<void>])[] = [
  ['an invoice', (page) => openInvoice(page, 'MOF-88251')],
  [
    'how a cost is spread',
    async (page) => {
      await page.getByRole('button', { name: /^How the cost of line 1 is spread/ }).click();
      await expect(
        page.getByRole('region', { name: 'How this cost is spread' }).getByText('HP-BAG-03').first(),
      ).toBeVisible();
    },
  ],
  [
    'an invoice beside its document, a value marked',
    async (page) => {
      await openInvoice(page, 'HS-1187');
      await expect(page.getByRole('region', { name: 'Document HS-1187.pdf' }).getByText('HP-KTL-01')).toBeVisible();
      await page.getByLabel('Line 1, amount').focus();
      await expect(page.locator('[data-mark]').first()).toBeVisible();
    },
  ],
  [
    'the credit dialog',
    async (page) => {
      await page.getByRole('button', { name: 'More actions for HS-1187' }).click();
      await page.getByRole('menuitem', { name: 'Credit this invoice' }).click();
      await expect(page.getByRole('dialog', { name: 'Credit HS-1187' })).toBeVisible();
    },
  ],
  [
    'the import dialog with a wrong row',
    async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'More actions for HS-1187' }).click();
      await page.getByRole('menuitem', { name: 'Import lines' }).click();
      await page
        .getByLabel('Or paste a block of cells')
        .fill('SKU\tQty\tAmount\nHP-KTL-01\t10\t584.00\nHP-NONE\t10\t1.00');
      await expect(page.getByRole('table', { name: 'Rows' })).toContainText('HP-NONE');
    },
  ],
  [
    'the history of an invoice',
    async (page) => {
      await page.reload();
      await page.getByRole('button', { name: 'History' }).click();
      await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Confirmed the invoice');
    },
  ],
  [
    'a document and the invoices that it may belong to',
    async (page) => {
      await page.goto('/invoices-purchase-orders/documents');
      await page.getByRole('button', { name: 'Show scan-0214.pdf' }).click();
      await page.getByRole('link', { name: 'Find its invoice' }).click();
      await expect(page.getByRole('list', { name: 'Why YL-0863' })).toBeVisible();
    },
  ],
  [
    'the measures dialog',
    async (page) => {
      await page.goto('/products/HP-KTL-01');
      await page.getByRole('button', { name: 'See what would change' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  ],
  [
    'an import that was checked, with a wrong row',
    async (page) => {
      await page.goto('/products/import');
      const csv = 'sku,name,weight\nHP-KTL-01,Kettle,1250\nHP-NEW-01,New,heavy\n';
      await page
        .getByLabel('Product file', { exact: true })
        .setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await expect(page.getByRole('region', { name: '1 error' })).toContainText('heavy');
      await expect(page.getByRole('table', { name: 'Rows of the file' })).toContainText('HP-NEW-01');
    },
  ],
  [
    'an import that was imported',
    async (page) => {
      await page.getByText('Only rows without errors').click();
      await page.getByRole('button', { name: /^Change 1 product/ }).click();
      await expect(page.getByRole('button', { name: 'Undo import' })).toBeVisible();
    },
  ],
  [
    'an import that was undone',
    async (page) => {
      await page.getByRole('button', { name: 'Undo import' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
      await expect(page.getByText(/^Undone on/)).toBeVisible();
    },
  ],
  [
    'a supplier',
    async (page) => {
      await page.goto('/suppliers');
      await page.getByRole('link', { name: /^Ningbo Haosheng Houseware/ }).click();
      await expect(page.getByText('•••• 8726')).toBeVisible();
    },
  ],
  [
    'the password for bank details, a wrong one',
    async (page) => {
      await page.getByRole('button', { name: 'Reveal' }).click();
      await page.getByLabel('Your password').fill('not my password');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toContainText('This is not your password.');
    },
  ],
  [
    'the dialog of bank details',
    async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await expect(page.getByRole('dialog').getByLabel('Account number or IBAN')).toBeVisible();
    },
  ],
  [
    'what we buy from a supplier',
    async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'What we buy' }).click();
      await expect(page.getByRole('region', { name: 'Products' })).toBeVisible();
    },
  ],
  [
    'a new supplier that may be another one, with shares that do not add up',
    async (page) => {
      await page.goto('/suppliers/add');
      await page.getByLabel('Company name').fill('Ningbo Haosheng Houseware Ltd');
      await page.getByRole('button', { name: 'Add a share' }).click();
      await page.getByRole('combobox', { name: 'Share 1, per cent' }).fill('30');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('list', { name: 'Suppliers that may be the same company' })).toBeVisible();
    },
  ],
  [
    'a person beside the users, whose role is about to change',
    async (page) => {
      await page.goto('/users');
      await page.getByRole('link', { name: /^Tom/ }).click();
      await page.getByRole('complementary').getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option', { name: 'Admin' }).click();
      await expect(page.getByRole('dialog')).toContainText('signed out of this account');
    },
  ],
  [
    'the dialog of an invitation, with wrong fields',
    async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await expect(page.getByRole('dialog')).toContainText('E-mail is required');
    },
  ],
  [
    'the latest notifications',
    async (page) => {
      await page.goto('/products/import');
      // A different weight each time, because a file without changes cannot be imported.
      const csv = `sku,name,weight\nHP-KTL-01,Kettle,${1200 + (Math.floor(Date.now() / 1000) % 700)}\n`;
      await page
        .getByLabel('Product file', { exact: true })
        .setInputFiles({ name: 'right.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await page.getByRole('button', { name: /^Change 1 product/ }).click();
      await expect(page.getByRole('button', { name: 'Undo import' })).toBeVisible();
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Notifications/ })
        .click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  ],
  [
    'a notification',
    async (page) => {
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
      await expect(page.getByRole('link', { name: 'Open import' })).toBeVisible();
    },
  ],
  [
    'all notifications',
    async (page) => {
      await page.goto('/notifications');
      await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').first()).toBeVisible();
    },
  ],
  [
    'the explain panel',
    async (page) => {
      await page.goto('/products');
      await productRow(page, 'HP-BRD-01')
        .getByRole('button', { name: /\d\.\d{4}/ })
        .click();
      await expect(page.getByText(/add up/)).toBeVisible();
    },
  ],
  [
    'a product beside the list, and a cell that was refused',
    async (page) => {
      await page.goto('/products?cols=name.sku.status.brand.weight');
      const cell = (column: string) => productRow(page, 'HP-BRD-01').locator(`[col-id="${column}"]`);
      await cell('sku').focus();
      await page.keyboard.press(' ');
      await expect(page.getByRole('complementary').getByText('HP-BRD-01')).toBeVisible();
      await cell('weight').focus();
      await page.keyboard.press('F2');
      await page.keyboard.type('light');
      await page.keyboard.press('Enter');
      await expect(cell('weight')).toHaveAttribute('aria-invalid', 'true');
    },
  ],
  [
    'a marked block of cells',
    async (page) => {
      await page.goto('/products?cols=name.sku.status.brand.weight&size=15');
      await productRow(page, 'HP-BRD-01').locator('[col-id="brand"]').focus();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowRight');
      await expect(page.locator('.ag-cell[aria-selected="true"]')).toHaveCount(4);
    },
  ],
  [
    'the bulk bar, its dialog and its preview',
    async (page) => {
      await page.goto('/products?size=15');
      await productRow(page, 'HP-BRD-01').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Tag', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Add tags').fill('winter');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'See what changes' }).click();
      await expect(page.getByRole('dialog')).toContainText('1 product changes');
    },
  ],
  [
    'the palette',
    async (page) => {
      await page.goto('/suppliers');
      await page.getByRole('button', { name: 'Search everything' }).click();
      await page.getByRole('combobox', { name: 'Go to anything' }).fill('kettle');
      await expect(page.getByRole('group', { name: 'Products' }).getByRole('option').first()).toBeVisible();
    },
  ],
];

// No transitions, so that axe never measures a colour halfway.
test.use({ colorScheme: 'light' });
// These tests are the longest, so they are split between both workers.
test.describe.configure({ mode: 'parallel' });

test('axe finds nothing serious on the screens for visitors without a session', async ({ page }) => {
  test.setTimeout(120_000);
  for (const path of OUTSIDE) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect.soft(await findingsInBothThemes(page), path).toEqual([]);
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing serious in a mail of the local mailbox and around it, in the ${colorScheme} theme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await sendTestMail(page, 'admin');
    await page.goto('/mailbox');
    const source = await page.locator('iframe').getAttribute('src');
    // The frame allows no scripts, not even axe, so the page is checked without the frame, and the mail on its own.
    await page.getByText('Plain text').click();
    await expect(page.getByRole('region', { name: 'Text of the mail' })).toBeVisible();
    expect.soft(await seriousFindings(page), 'the page').toEqual([]);
    const mail = await page.request.get(source ?? '');
    await page.goto('about:blank');
    await page.setContent(await mail.text());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect.soft(await seriousFindings(page), 'the mail').toEqual([]);
  });

const PARTS = 4;
for (let part = 0; part < PARTS; part += 1)
  test(`axe finds nothing serious on the screens of the demo seller, part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await signInToDemo(page);
    for (const path of INSIDE.filter((_, i) => i % PARTS === part)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      // The network is never idle because of the live stream, so wait for the skeletons to disappear.
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect.soft(await findingsInBothThemes(page), path).toEqual([]);
    }
  });

/** Where a part of `OPENED` begins: an entry that does not continue from the one before. */
const BEGINNINGS = [
  'an invoice',
  'the measures dialog',
  'a supplier',
  'a new supplier that may be another one, with shares that do not add up',
  'the explain panel',
].map((name) => OPENED.findIndex(([opened]) => opened === name));

for (const [part, begin] of BEGINNINGS.entries())
  test(`axe finds nothing serious in dialogs, menus and panels, part ${part + 1} of ${BEGINNINGS.length}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await signInToDemo(page);
    for (const [name, show] of OPENED.slice(begin, BEGINNINGS[part + 1])) {
      await show(page);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect.soft(await findingsInBothThemes(page), name).toEqual([]);
    }
  });

test('every part of the list of dialogs, menus and panels begins with an existing entry', () => {
  expect(BEGINNINGS).toEqual([0, ...BEGINNINGS.slice(1).filter((begin) => begin > 0)]);
});
