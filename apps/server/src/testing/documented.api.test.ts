import { getAccountSettings, registerTrial } from '@quayside/contracts/accounts/accounts';
import { COST_CHART_SIZE, getProductCostHistory } from '@quayside/contracts/costs/cost-reports';
import { listReportingCostTypes } from '@quayside/contracts/costs/costs';
import { createInvoice, getInvoice, listInvoiceCostTypes } from '@quayside/contracts/invoices/invoices';
import { listAccountUserRoles } from '@quayside/contracts/accounts/people';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createProduct, getProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';

// Documented values, as the calls of the running application answer and accept them.

let t: TestApp;
let a: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  supplierId = (await t.ok(a, createSupplier, { body: { companyName: 'Documented' } })).id;
});
afterAll(() => t.close());

const COST_TYPES =
  'SHIPPING FACTORY_INVOICE CUSTOMS_AND_DUTIES INSPECTIONS LOCAL_FREIGHT PHOTOGRAPHY DESIGNER_FEES PRODUCT_SAMPLES ' +
  'PRODUCT_TESTING STORAGE INSURANCE BANK_FEES OTHER';
const CHANNELS =
  'AMAZON_USA AMAZON_UK AMAZON_CA AMAZON_DE AMAZON_MX AMAZON_FR AMAZON_IT AMAZON_ES AMAZON_JP AMAZON_SG AMAZON_AE ' +
  'AMAZON_BR AMAZON_AU AMAZON_IN AMAZON_NL AMAZON_SA AMAZON_TR AMAZON_SE AMAZON_PL ETSY_USA ETSY_UK WALLMART SHOPIFY';
const FLAGS =
  'isOrdersAndShippingEnabled isManagementSectionEnabled isFeeTrackerActive isPoAndInventoryEnabled ' +
  'isMarketPlacesEnabled isResourcesEnabled';

describe('the running application has the documented', () => {
  it('roles', async () => {
    const roles = await t.ok(a, listAccountUserRoles);
    expect(roles.map(({ name }) => name).toSorted()).toEqual(['sv-account-admin', 'sv-account-viewer', 'sv-admin']);
  });

  it('cost types of invoices, and those of the account with INBOUND_SHIPPING', async () => {
    const [ofInvoices, ofAccount] = [await t.ok(a, listInvoiceCostTypes), await t.ok(a, listReportingCostTypes)];
    expect(ofInvoices.map(({ value }) => value)).toEqual(COST_TYPES.split(' '));
    expect(ofAccount.map(({ value }) => value)).toEqual([...COST_TYPES.split(' '), 'INBOUND_SHIPPING']);
  });

  it('types of invoices, and no others', async () => {
    const create = (type: string) =>
      t.call(a, createInvoice, { body: { supplierId, currency: 'GBP', total: '1.00', type: type as 'CUSTOMS_ONLY' } });
    for (const type of ['SHIPPING_ONLY', 'SHIPPING_AND_CUSTOMS', 'CUSTOMS_ONLY']) {
      const { body } = await create(type);
      expect((await t.ok(a, getInvoice, { params: { id: body.id } })).type).toBe(type);
    }
    expect((await create('SHIPPING')).status).toBe(422);
  });

  it('sales channels, and no others', async () => {
    const create = (channel: string, sku: string) =>
      t.call(a, createProduct, {
        body: { sku, name: sku, supplierIds: [supplierId], channel: [channel as 'SHOPIFY'] },
      });
    for (const [place, channel] of CHANNELS.split(' ').entries()) {
      const { body } = await create(channel, `CHANNEL-${place}`);
      expect((await t.ok(a, getProduct, { params: { id: body.id } })).channel).toEqual([channel]);
    }
    expect((await create('EBAY', 'CHANNEL-OTHER')).status).toBe(422);
  });

  it('sizes of a page: 15, 25, 50, 100 and 9999 for all, and none beyond', async () => {
    for (const size of [15, 25, 50, 100, 9999])
      expect((await t.ok(a, listProducts, { query: { size: String(size) as never } })).size).toBe(size);
    expect((await t.call(a, listProducts, { query: { size: '10000' as never } })).status).toBe(422);
  });

  it('first page of 2000 points of the chart of costs', async () => {
    const { body } = await t.call(a, createProduct, {
      body: { sku: 'CHART', name: 'Chart', supplierIds: [supplierId] },
    });
    const query = { pageSize: String(COST_CHART_SIZE), pageNumber: '0' };
    const found = await t.ok(a, getProductCostHistory, { params: { productId: body.id }, query: query as never });
    expect([found.size, found.number]).toEqual([2000, 0]);
  });

  it('settings of an account, and their defaults: US dollars, and all sections on but that of the first version', async () => {
    const person = {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'documented@example.com',
      password: 'quite a long one',
    };
    const { access_token: token, userId } = await t.ok(undefined, registerTrial, { body: person });
    const settings = await t.ok({ userId, accountId: '', token }, getAccountSettings);
    expect(settings).toMatchObject({ currency: 'USD', currencySymbol: '$' });
    for (const flag of FLAGS.split(' ')) expect(settings).toHaveProperty(flag, true);
    expect(settings).toHaveProperty('isSv1Enabled', false);
  });
});
