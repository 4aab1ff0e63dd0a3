import {
  type AccountCode,
  createAccountCode,
  deleteAccountCode,
  listAccountCodes,
  pasteAccountCodes,
  patchAccountCode,
} from '@quayside/contracts/payments/account-codes';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { ACCOUNT_ID, idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const aCode = (over: Partial<AccountCode> = {}): AccountCode => ({
  id: idOf(950),
  code: '1200',
  name: 'Bank',
  type: 'PAYMENT',
  accountId: ACCOUNT_ID,
  archivedAt: null,
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-01T09:00:00Z',
  version: 1,
  ...over,
});
function start(codes: readonly AccountCode[], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listAccountCodes, [...codes]);
  return api;
}

afterEach(() => page.viewport(1440, 900));

describe('the page of account codes', () => {
  it('lists them by kind, archives one with undo, and says why one cannot be deleted', async () => {
    const api = start([aCode(), aCode({ id: idOf(951), code: '5000', name: 'Purchases', type: 'INVOICE' })]);
    api.on(patchAccountCode, ({ body }) => aCode({ version: 2, archivedAt: body.archivedAt ?? null }));
    api.refuse(deleteAccountCode, 'payments.code_in_use', { message: '1200 is used by 3 payments' });
    renderScreen('/account-codes');
    await expect.element(main.getByRole('table', { name: 'Paid from' }).getByText('Bank')).toBeVisible();
    await expect.element(main.getByRole('table', { name: 'For invoices' }).getByText('Purchases')).toBeVisible();
    await expectNoSeriousFindings('/account-codes');
    await main.getByRole('button', { name: 'Actions for 1200' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('1200 can be chosen again.')).toBeVisible();
    expect(api.asked(patchAccountCode).map(({ body }) => [body.archivedAt === null, body.version])).toEqual([
      [false, 1],
      [true, 2],
    ]);
    await main.getByRole('button', { name: 'Actions for 1200' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('1200 is used by 3 payments')).toBeVisible();
  });

  it('adds the first one, and shows a taken code at its field', async () => {
    const api = start([]);
    api.refuse(createAccountCode, 'payments.code_taken', {
      errors: [{ field: 'code', code: 'taken', message: 'There is such a code already' }],
    });
    renderScreen('/account-codes');
    await expect.element(main.getByRole('heading', { name: 'No account codes yet' })).toBeVisible();
    await main.getByRole('button', { name: 'Add code' }).click();
    await dialog.getByRole('textbox', { name: 'Code' }).fill('1200');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bank');
    await dialog.getByRole('button', { name: 'Add code' }).click();
    await expect.element(dialog.getByText('There is such a code already')).toBeVisible();
    api.on(createAccountCode, aCode());
    api.on(listAccountCodes, [aCode()]);
    await dialog.getByRole('button', { name: 'Add code' }).click();
    await expect.element(main.getByText('Bank')).toBeVisible();
    expect(api.asked(createAccountCode).at(-1)?.body).toEqual({ code: '1200', name: 'Bank', type: 'PAYMENT' });
  });

  it('previews pasted cells, and imports the valid ones only on request', async () => {
    const api = start([]);
    api.on(pasteAccountCodes, ({ query }) => ({
      isDryRun: query.dryRun,
      counts: { rows: 2, create: 1, update: 0, same: 0, fail: 1 },
      sample: [{ row: 1, code: '1200', name: 'Bank', type: 'PAYMENT' as const, action: 'CREATE' as const }],
      errors: [{ row: 2, column: 'type', value: 'CASH', message: 'Write INVOICE or PAYMENT' }],
    }));
    renderScreen('/account-codes');
    await main.getByRole('button', { name: 'Paste codes' }).click();
    await dialog.getByRole('textbox', { name: 'Cells' }).fill('1200\tBank\n1300\tTill\tCASH');
    await expect.element(dialog.getByText('Write INVOICE or PAYMENT')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Import 1 code' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Leave out 1 error and import the rest' }).click();
    await dialog.getByRole('button', { name: 'Import 1 code' }).click();
    await expect.element(page.getByText('1 code was imported.')).toBeVisible();
    expect(api.asked(pasteAccountCodes).map(({ query }) => [query.dryRun, query.onlyValid])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('shows an error with a retry; a viewer reads it on a phone', async () => {
    await page.viewport(390, 844);
    const api = start([], 'viewer');
    api.refuse(listAccountCodes, 'internal');
    renderScreen('/account-codes');
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    api.on(listAccountCodes, [aCode()]);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(main.getByText('Bank')).toBeVisible();
    expect(main.getByRole('button', { name: /Add|Paste|Actions/ }).query()).toBeNull();
  });
});
