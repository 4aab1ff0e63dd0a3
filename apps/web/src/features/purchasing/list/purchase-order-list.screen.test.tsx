import { exportPurchaseOrders } from '@quayside/contracts/exports';
import {
  listPurchaseOrders,
  patchPurchaseOrder,
  purchaseOrderTotals,
} from '@quayside/contracts/purchasing/purchase-orders';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutFields } from '../../../testing/cut-fields.ts';
import { cutFigures } from '../../../testing/cut-figures.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { anItem, orderOf } from '../testing/an-order.ts';

const DRAFT = orderOf([anItem()]);
const no = { allowed: false, reason: 'It is open' };
const OPEN = orderOf([anItem()], {
  id: idOf(11),
  poNumber: 'PO-2026-0008',
  status: 'OPEN',
  sent: { at: '2026-11-21T09:00:00Z', revision: 1 },
  isChangedSinceSent: true,
  can: { ...DRAFT.can, archive: no },
});
const CANCELLED = orderOf([], {
  id: idOf(12),
  poNumber: 'PO-2026-0009',
  status: 'CLOSED',
  closeReason: 'CANCELLED',
  supplierId: null,
  contact: null,
  version: 5,
});

const main = page.getByRole('main');
const rowOf = (number: string) => main.getByRole('row', { name: new RegExp(number) });

function openList(orders = [DRAFT, OPEN, CANCELLED], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listPurchaseOrders, aPage(orders));
  api.on(purchaseOrderTotals, {
    count: orders.length,
    currencies: [{ currency: 'CNY', count: orders.length, total: '720.00', left: '480.00' }],
    accountCurrency: 'GBP',
    total: '72.00',
    left: '48.00',
    withoutRate: 0,
    drafts: { count: 1, total: '24.00' },
    cancelled: { count: 2, total: '8800.00' },
  });
  return { api, show: () => renderScreen(paths.purchaseOrders()) };
}

describe('the list of purchase orders', () => {
  it('shows supplier, status, both totals and what was changed since it was sent, with the sums of the filter', async () => {
    await page.viewport(1440, 900);
    const { show } = openList();
    show();
    await expect
      .element(rowOf('PO-2026-0007').getByRole('link', { name: 'PO-2026-0007' }))
      .toHaveAttribute('href', paths.purchaseOrder(idOf(10)));
    await expect.element(rowOf('PO-2026-0007')).toMatchTextContent(/Ningbo Haosheng 宁波豪盛.*CNY 240\.00.*24\.00/);
    await expect.element(rowOf('PO-2026-0008').getByText('Changed since sent')).toBeVisible();
    await expect.element(rowOf('PO-2026-0009')).toMatchTextContent(/No supplier yet.*Closed · Cancelled/);
    await expect
      .element(main.getByText(/^Without 1 draft of £24\.00\. Without 2 cancelled ones of £8,800\.00\./))
      .toBeVisible();
    await expect.element(main.getByText('3 purchase orders', { exact: true })).toBeVisible();
    // The search says whole what it finds.
    expect(cutFields(main.element())).toEqual([]);
    await expect.element(rowOf('72\\.00')).toMatchTextContent(/72\.00.*48\.00/);
    await expect.element(page.getByRole('link', { name: 'Invoices' }).last()).toHaveAttribute('href', paths.invoices());
    expect(cutFigures()).toEqual([]);
    await expectNoSeriousFindings('/invoices-purchase-orders/purchase-orders');
  });
  it('archives the chosen ones that are not open, and Undo restores them', async () => {
    const { api, show } = openList();
    api.on(patchPurchaseOrder, ({ params, body }) => ({
      ...(params.id === idOf(12) ? CANCELLED : DRAFT),
      archivedAt: body.archivedAt ?? null,
      version: 9,
    }));
    show();
    await rowOf('PO-2026-0008').getByRole('checkbox').click();
    await expect.element(main.getByRole('button', { name: /^Archive 0/ })).toBeDisabled();
    await rowOf('PO-2026-0009').getByRole('checkbox').click();
    await main.getByRole('button', { name: 'Archive 1' }).click();
    await expect.element(page.getByText('1 purchase order is archived')).toBeVisible();
    expect(api.asked(patchPurchaseOrder).map(({ params, body }) => [params.id, body.version])).toEqual([[idOf(12), 5]]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => api.asked(patchPurchaseOrder).at(-1)?.body).toEqual({ archivedAt: null, version: 9 });
  });
  it('is empty at first, and a viewer may read it', async () => {
    const { show } = openList([], 'viewer');
    show();
    await expect.element(main.getByText('No orders yet')).toBeVisible();
    await expect.element(main.getByText('A draft is private until you send it.')).toBeVisible();
    await expect
      .element(
        main
          .getByRole('link', { name: /New purchase order/ })
          .or(main.getByRole('button', { name: /New purchase order/ }))
          .first(),
      )
      .toBeDisabled();
  });
  it('says so when it cannot be loaded, and tries again', async () => {
    const { api, show } = openList();
    api.refuse(listPurchaseOrders, 'unavailable');
    show();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listPurchaseOrders, aPage([DRAFT]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('PO-2026-0007')).toBeVisible();
  });
  it('has cards on a phone', async () => {
    await page.viewport(390, 844);
    const { show } = openList([OPEN]);
    show();
    await expect.element(main.getByRole('link', { name: /PO-2026-0008/ })).toBeVisible();
    await expect.element(main.getByText('24.00', { exact: true }).first()).toBeVisible();
    await page.viewport(1440, 900);
  });
  it('does not exist for an account without the section', async () => {
    const api = startApi({ settings: { isPoAndInventoryEnabled: false } });
    renderScreen(paths.purchaseOrders());
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(listPurchaseOrders)).toEqual([]);
  });
  it('exports the filtered purchase orders', async () => {
    const { api, show } = openList();
    api.on(exportPurchaseOrders, new File(['PO number'], 'purchase-orders.csv'));
    show();
    await expect.element(rowOf('PO-2026-0007')).toBeVisible();
    await main.getByRole('button', { name: /Export|Download/ }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).first().click();
    await expect.poll(() => api.asked(exportPurchaseOrders).length).toBe(1);
  });
});
