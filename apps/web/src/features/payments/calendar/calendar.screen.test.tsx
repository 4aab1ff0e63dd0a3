import {
  createCashEntry,
  deleteCashEntry,
  deleteCashOpening,
  getCashCalendar,
  setCashOpening,
} from '@quayside/contracts/payments/cash-calendar';
import { patchPayment } from '@quayside/contracts/payments/payments';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aCalendar, aCashEntry, anEmptyCalendar, startCalendar } from '../testing/a-calendar.ts';
import { aPayment } from '../testing/a-payment.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const weeks = main.getByRole('table', { name: 'Weeks of the calendar' });
const hs1 = weeks.getByRole('link', { name: 'HS-1' });
const moveHs1 = weeks.getByRole('button', { name: 'Move HS-1 to another day' });
const PATH = '/transactions/calendar';

afterEach(() => page.viewport(1440, 900));

describe('the cash calendar', () => {
  it('says what to type before there is an opening balance, and undoes it', async () => {
    const calendar = anEmptyCalendar({ withoutDay: 1 });
    const api = startCalendar(calendar, { payments: [aPayment({ dueDate: null, unixDueDate: null })] });
    api.on(setCashOpening, aCalendar().opening as never);
    api.on(deleteCashOpening, undefined);
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'How much money is there?' })).toBeVisible();
    await expect.element(main.getByRole('heading', { name: '1 payment has no day yet' })).toBeVisible();
    await main.getByRole('button', { name: 'Type the opening balance' }).click();
    await dialog.getByRole('textbox', { name: 'Balance' }).fill('1500.50');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The opening balance is as it was.')).toBeVisible();
    expect(api.asked(setCashOpening)[0]?.body).toMatchObject({ balance: '1500.50' });
    expect(api.asked(deleteCashOpening)).toHaveLength(1);
  });

  it('names the single entries that are in the opening balance', async () => {
    const tax = aCashEntry({ id: idOf(951), name: 'TAX', amount: '-500.00', firstDay: '2026-11-19', repeat: 'ONCE' });
    startCalendar(aCalendar({ entries: [aCashEntry(), tax], inOpening: [tax.id] }));
    renderScreen(PATH);
    const words = /In the opening balance, because they are before it: TAX, −£500\.00, 19 Nov 2026\./;
    await expect.element(main.getByText(words)).toBeVisible();
  });

  it('shows the weeks with the low point in words, and asks for other rates', async () => {
    const api = startCalendar(aCalendar({ overdue: 2, withoutRate: 1 }));
    renderScreen(PATH);
    await expect.element(hs1).toBeVisible();
    const week = weeks.getByRole('row', { name: /23 Nov – 29 Nov/ });
    for (const text of ['−1,522.50', '−522.50', 'Below zero', '£322.50', 'CNY 3,000.00', 'VAT', '−£1,200.00'])
      await expect.element(week.getByText(text)).toBeVisible();
    const words = 'Balance at the end of each day from 20 Nov 2026 to 29 Nov 2026.';
    const low = 'Low point: −£522.50 on Wed, 25 Nov 2026, below zero.';
    await expect.element(main.getByRole('img', { name: `${words} ${low}` })).toBeVisible();
    const axes = () => [...document.querySelectorAll('svg text')].map((text) => text.textContent);
    await expect.poll(axes).toEqual(expect.arrayContaining(['23 Nov', '−500']));
    await expect.element(main.getByText(/2 overdue payments count today. 1 payment has no rate/)).toBeVisible();
    await main.getByText('FX +5 %').click();
    await expect.element(weeks.getByText('£338.63')).toBeVisible();
    expect(api.asked(getCashCalendar).at(-1)?.query).toEqual({ weeks: 13, fx: 5 });
    await expectNoSeriousFindings('/transactions/calendar');
  });

  it('moves a payment by the keyboard, tells the low point first, and moves it back', async () => {
    const api = startCalendar(aCalendar());
    api.on(patchPayment, ({ body }) => aPayment({ dueDate: body.dueDate ?? '2026-11-23', version: 2 }));
    renderScreen(PATH);
    (await moveHs1.findElement()).focus();
    await userEvent.keyboard('{Enter}');
    const day = dialog.getByRole('textbox', { name: 'Due day' });
    await expect.element(day).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}27 Nov 2026{Tab}');
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent(
        'HS-1 on 27 Nov 2026: the low point would be −£200.00 on Wed, 25 Nov 2026, below zero. ' +
          'Now it is −£522.50 on Wed, 25 Nov 2026, below zero.',
      );
    expect(api.asked(patchPayment)).toEqual([]);
    (await dialog.getByRole('button', { name: 'Move' }).findElement()).focus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The day is as it was.')).toBeVisible();
    expect(api.asked(patchPayment).map(({ body }) => body)).toEqual([
      { dueDate: '2026-11-27', version: 1 },
      { isPinned: false, version: 2 },
    ]);
  });

  it('moves a payment that is dragged to another day, and tells the low point while it is dragged', async () => {
    const api = startCalendar(aCalendar());
    api.on(patchPayment, ({ body }) => aPayment({ dueDate: body.dueDate ?? '2026-11-23', version: 2 }));
    renderScreen(PATH);
    const block = (await hs1.findElement()).closest('[draggable="true"]');
    const cell = document.querySelector('td[data-day="2026-11-26"]');
    const tell = (target: Element | null, type: string, dataTransfer: DataTransfer) =>
      target?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    const data = new DataTransfer();
    tell(block, 'dragstart', data);
    await expect
      .poll(() => {
        tell(cell, 'dragover', data);
        return main.getByRole('status').query()?.textContent;
      })
      .toContain('HS-1 on 26 Nov 2026: the low point would be −£200.00');
    expect(api.asked(patchPayment)).toEqual([]);
    tell(cell, 'drop', data);
    await expect.element(page.getByText('HS-1 is due on 26 Nov 2026.')).toBeVisible();
    expect(api.asked(patchPayment)[0]?.body).toEqual({ dueDate: '2026-11-26', version: 1 });
  });

  it('adds an own entry with the sign of its kind, and deletes one with undo', async () => {
    const api = startCalendar(aCalendar());
    api.on(createCashEntry, aCashEntry());
    api.on(deleteCashEntry, { operationId: idOf(900) });
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    renderScreen(PATH);
    await main.getByRole('button', { name: 'Add entry' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Wages');
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Wages' }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('-300');
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    await expect.element(dialog.getByText(/Without a sign/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('300');
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    await expect.element(page.getByText('Wages was saved.')).toBeVisible();
    expect(api.asked(createCashEntry)[0]?.body).toMatchObject({
      name: 'Wages',
      kind: 'WAGES',
      amount: '-300.00',
      repeat: 'MONTHLY',
      lastDay: null,
    });
    await main.getByRole('button', { name: 'Actions for VAT' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('VAT is as it was.')).toBeVisible();
    expect(api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });

  it('is read on a phone by a viewer, who can press nothing that changes it', async () => {
    await page.viewport(390, 844);
    startCalendar(aCalendar(), { as: 'viewer' });
    renderScreen(PATH);
    await expect.element(weeks.getByText('VAT')).toBeVisible();
    expect(weeks.getByRole('button', { name: /VAT/ }).query()).toBeNull();
    await expect.element(hs1).toBeVisible();
    expect(document.querySelector('[draggable="true"]')).toBeNull();
    expect(main.getByRole('button', { name: /Add|Actions|Change|Move|opening/ }).query()).toBeNull();
    const below = weeks.getByText('Below zero').element();
    expect(below.scrollWidth).toBeLessThanOrEqual(below.clientWidth);
    // Nothing is cut at the side.
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('says that it could not be loaded', async () => {
    const api = startCalendar(aCalendar());
    api.refuse(getCashCalendar, 'unavailable');
    renderScreen(PATH);
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    // The own entries are shown all the same.
    await expect.element(main.getByRole('rowheader', { name: 'VAT' })).toBeVisible();
  });
});
