import { authenticate, demoStatus, getMe } from '@quayside/contracts/accounts/accounts';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { getSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import {
  findSupplierDuplicates,
  getSupplier,
  listCountries,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cell, invoiceOf, lineOf, openInvoice, startInvoice } from '../features/invoices/testing/start-invoice.tsx';
import { aSupplier } from '../features/suppliers/testing/a-supplier.ts';
import { noBankDetails } from '../features/suppliers/testing/bank-details.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session/session-store.ts';
import { aToken } from '../testing/a-token.ts';
import { expectNoSeriousFindings } from '../testing/axe.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { refusal } from '../testing/fake-api.ts';
import { ACCOUNT_ID } from '../testing/person.ts';
import { renderApp, startApi } from '../testing/render-app.tsx';

const NINGBO = aSupplier();
const PATH = paths.supplier(NINGBO.id);
const main = page.getByRole('main');
const city = main.getByRole('textbox', { name: /^City/ });
const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });

/** Lets the person sign in again. The new token is then the only one that the server knows. */
function letSignIn(api: FakeApi): void {
  api.on(demoStatus, { available: false, hasMailbox: false });
  api.on(authenticate, aToken({ access_token: 'second' }));
}
const isSecond = (headers: Headers) => headers.get('Authorization') === 'Bearer second';

function startWithSupplier() {
  const api = startApi();
  api.on(listCountries, []);
  api.on(findSupplierDuplicates, []);
  api.on(getSupplierBankDetails, noBankDetails());
  api.on(getSupplier, NINGBO);
  api.on(updateSupplier, ({ headers, body }) => {
    if (!isSecond(headers)) throw refusal('session_ended');
    return { ...NINGBO, city: body.city ?? null, version: NINGBO.version + 1 };
  });
  letSignIn(api);
  return api;
}

async function signInAgain() {
  await dialog.getByLabelText('Password', { exact: true }).fill('a long sentence');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

describe('a session that ends over unsaved input', () => {
  it('is renewed over the form, which is then saved as it was sent', async () => {
    const api = startWithSupplier();
    renderApp(PATH);
    await city.fill('Yuyao');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ada@crane.example');
    await expectNoSeriousFindings();
    expect([window.location.pathname, session.get()]).toEqual([PATH, undefined]);
    await signInAgain();
    await expect.poll(() => api.asked(updateSupplier).map(({ headers }) => isSecond(headers))).toEqual([false, true]);
    const [first, second] = api.asked(updateSupplier);
    expect(second?.body).toEqual(first?.body);
    // The page goes on with its own account, whichever account the person uses first elsewhere.
    expect(second?.headers.get('X-Account-Id')).toBe(ACCOUNT_ID);
    await expect.element(city).toHaveValue('Yuyao');
    await expect.element(main.getByText('1 unsaved change')).not.toBeInTheDocument();
  });
  it('is renewed over an invoice, whose cell is then stored', async () => {
    const { api, stored, changeLine } = startInvoice(invoiceOf([lineOf(1)]));
    letSignIn(api);
    api.on(patchInvoiceLine, ({ headers, params, body }) => {
      if (!isSecond(headers)) throw refusal('not_signed_in');
      const line = changeLine(params.id, body);
      return { line, invoice: stored() };
    });
    openInvoice();
    await cell(1, 'name').fill('Kettle, blue');
    await userEvent.tab();
    await expect.element(dialog).toBeVisible();
    await signInAgain();
    await expect.poll(() => stored().lines[0]?.name).toBe('Kettle, blue');
    await expect.element(cell(1, 'name')).toHaveValue('Kettle, blue');
  });
  it('can be given up for the sign-in page, after a confirmation', async () => {
    startWithSupplier();
    renderApp(PATH);
    await city.fill('Yuyao');
    session.end('ended');
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    const question = page.getByRole('dialog', { name: '1 change is not saved.' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(city).toHaveValue('Yuyao');
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await question.getByRole('button', { name: 'Discard 1 change' }).click();
    await expect.element(main.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(new URLSearchParams(window.location.search).get('redirect')).toBe(PATH);
  });
  it('opens the sign-in page at once if nothing was typed', async () => {
    const api = startWithSupplier();
    renderApp(PATH);
    await expect.element(city).toHaveValue('Ningbo');
    const loaded = api.asked(getMe).length;
    session.end('ended');
    await expect.element(main.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(dialog.query()).toBeNull();
    expect(api.asked(getMe)).toHaveLength(loaded);
  });
});
