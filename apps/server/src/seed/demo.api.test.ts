import { listRestatements } from '@quayside/contracts/costs/cost-reports';
import { bankFeeTotals } from '@quayside/contracts/payments/bank-fees';
import { explainProduct, listCosts } from '@quayside/contracts/costs/costs';
import { listDocuments } from '@quayside/contracts/documents/documents';
import { listExchangeDifferences } from '@quayside/contracts/payments/exchange-differences';
import { exchangeRateTotals, proposeExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { listCredits } from '@quayside/contracts/payments/credits';
import { getPurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import { getCashCalendar } from '@quayside/contracts/payments/cash-calendar';
import { getTransfer } from '@quayside/contracts/payments/payment-transfers';
import {
  listInvoicePayments,
  listPaymentEntries,
  listPayments,
  paymentTotals,
} from '@quayside/contracts/payments/payments';
import { listCartons } from '@quayside/contracts/shipments/cartons';
import { isSupplierOrder, listOrders, getOrderStats } from '@quayside/contracts/shipments/orders';
import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { getPreFlight } from '@quayside/contracts/shipments/pre-flight';
import { listShipmentPlans, shipmentPlanTotals } from '@quayside/contracts/shipments/shipment-plans';
import { getProduct } from '@quayside/contracts/products/products';
import { listProducts, productCatalog } from '@quayside/contracts/products/product-lists';
import { listPurchaseOrders } from '@quayside/contracts/purchasing/purchase-orders';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { addDays } from '@quayside/domain/days/days';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { listReceipts } from '@quayside/contracts/stock/receipts';
import { getStockTotals } from '@quayside/contracts/stock/stock';
import { getStockMovementTotals, listStockMovements } from '@quayside/contracts/stock/stock-movements';
import { listMissing, listMissingDecisions } from '@quayside/contracts/stock/missing';
import { listViews } from '@quayside/contracts/views';
import { listDutyRates } from '@quayside/contracts/freight/duty-rates';
import { listFreightRates } from '@quayside/contracts/freight/freight-rates';
import { openDemo } from '@quayside/contracts/accounts/accounts';
import { brokenInvariants } from '../areas/costs/check/invariants.views.ts';
import { brokenPayables } from '../areas/payments/check/payables-invariants.views.ts';
import { brokenShipments } from '../areas/shipments/check/shipments-invariants.views.ts';
import { brokenStock } from '../areas/stock/check/stock-check.service.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { expectSameDifferences } from '../testing/payments.ts';
import { UNWEIGHED } from './demo-data.ts';
import { ensureDemo } from './demo.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp({ DEMO: '1' });
  await ensureDemo(t.deps, () => undefined);
  // The database of the tests gathers no statistics by itself.
  await sql`analyze cost_entry, cost_allocation, cost_layer, invoice, invoice_line, lot, movement, taking`.execute(
    t.deps.db,
  );
  const token = (await t.call(undefined, openDemo, { body: { as: 'admin' } })).body;
  const scope = await t.deps.signIn.scopeOf(token.access_token, { id: 'test', language: 'en' });
  maya = { userId: token.userId, accountId: scope.accountId, token: token.access_token };
});
afterAll(() => t.close());

const invoices = async () =>
  new Map((await t.ok(maya, listInvoices, { query: { size: 100 } })).content.map((i) => [i.invoiceNumber, i]));

describe('the demo seller', () => {
  it('has 60 products with costs, a gift set, 6 suppliers and 28 invoices in three currencies', async () => {
    const products = (await t.ok(maya, productCatalog, { query: { size: 100 } })).content;
    expect(products).toHaveLength(61);
    expect(products.filter((p) => p.landedCostPerUnit === null)).toEqual([]);
    expect((await t.ok(maya, listSuppliers)).totalElements).toBe(6);
    const all = [...(await invoices()).values()];
    expect([all.length, [...new Set(all.map((i) => i.currency))].sort()]).toEqual([28, ['CNY', 'GBP', 'USD']]);
  });

  it('keeps every invariant of landed cost', async () => {
    expect(await t.work(maya, brokenInvariants)).toEqual([]);
  });

  it('shares views of three lists, each of which shows some of the rows', async () => {
    const calls = { products: productCatalog, invoices: listInvoices, costs: listCosts } as const;
    const seen: [name: string, rows: number][] = [];
    for (const gridId of ['products', 'invoices', 'costs'] as const) {
      const all = (await t.ok(maya, calls[gridId])).totalElements;
      for (const { name, isShared, state } of await t.ok(maya, listViews, { params: { gridId } })) {
        expect(isShared).toBe(true);
        const filter = JSON.stringify(state.chips);
        const sort = state.sort.map(({ field, direction }) => `${field},${direction}`).join(';');
        const rows = (await t.ok(maya, calls[gridId], { query: { filter, sort } })).totalElements;
        expect(rows).toBeLessThan(all);
        seen.push([name, rows]);
      }
    }
    expect(seen).toEqual([
      ['No weight', 1],
      ['Top sellers', 3],
      ['Not fully assigned', 1],
      ['To confirm', 2],
      ['Freight and customs', 157],
    ]);
  });

  it('shows one example of each problem', async () => {
    const by = await invoices();
    // Part of the cost stays unassigned because a weight is missing.
    expect(by.get('MOF-88251')).toMatchObject({
      status: 'OPEN',
      unassignedLineCount: 1,
      totals: { unassigned: { document: '5980.00' } },
    });
    const unweighed = (
      await t.ok(maya, listProducts, {
        query: { filter: JSON.stringify([{ field: 'missing', op: 'in', values: ['WEIGHT'] }]) },
      })
    ).content;
    expect(unweighed.map((p) => p.sku)).toEqual([UNWEIGHED]);
    // The invoice was closed and reopened, and one of its lines is excluded.
    expect(by.get('HCB-5521')).toMatchObject({ status: 'OPEN', totals: { excluded: { document: '185.00' } } });
    // Two digits of a total were swapped.
    expect(by.get('LT-3462')).toMatchObject({
      status: 'WORKING',
      hasSwappedDigitsHint: true,
      totals: { difference: { document: '900.00' } },
    });
    // A hundred pounds in three equal parts: one order carries the extra penny.
    const haulage = (await t.ok(maya, listCosts, { query: { search: 'TH-30918' } })).content;
    expect(haulage.map((e) => e.amount).sort()).toEqual(['33.33', '33.33', '33.34']);
  });

  it('has totals that a person can check', async () => {
    const first = (await invoices()).get('HS-1042');
    // 1200 × 58.40 + 800 × 56.80 + 500 × 58.40 = 144,720.00 yuan; × 0.1081 = 15,644.232.
    expect([first?.total, first?.totals.total.account]).toEqual(['144720.00', '15644.23']);
  });

  it('has a schedule by the terms for each invoice, two overdue payments, and what is owed', async () => {
    const bills = (await t.ok(maya, listInvoicePayments, { query: { size: 100 } })).content;
    // The two credit notes are no bills.
    expect([bills.length, bills.filter(({ id }) => id === null)]).toEqual([26, []]);
    const overdue = { filter: JSON.stringify([{ field: 'overdue', op: 'in', values: ['true'] }]) };
    expect(
      (await t.ok(maya, listPayments, { query: overdue })).content.map(({ invoice, open, daysLate }) => [
        invoice?.number,
        open,
        daysLate,
      ]),
    ).toEqual([
      ['HCB-5521', '2131.75', 2],
      ['MOF-88251', '5980.00', 32],
    ]);
    // Yuan: 91,000.00 + 118,713.00 + 56,935.36 + 102,760.00; dollars: 5,980.00 + 5,125.00 + 640.00.
    const ofInvoices = { filter: JSON.stringify([{ field: 'kind', op: 'in', values: ['INVOICE'] }]) };
    expect(
      (await t.ok(maya, paymentTotals, { query: ofInvoices })).owed.map(({ currency, open }) => `${currency} ${open}`),
    ).toEqual(['CNY 369408.36', 'GBP 2131.75', 'USD 11745.00']);
    expect(await t.work(maya, brokenPayables)).toEqual([]);
    expect(await t.work(maya, brokenShipments)).toEqual([]);
  });

  it('has a cash calendar with payouts, tax and wages, whose low point is below zero', async () => {
    const calendar = await t.ok(maya, getCashCalendar, { query: { weeks: 8 } });
    // 26,000.00 − 6,696.28 overdue − 4,895.80 − 3,980.00 wages − 7,420.00 VAT − 12,230.90 − 487.81 − 11,077.53, and
    // three payouts of 6,250.00 until then.
    expect(calendar.lowPoint).toEqual({ day: addDays(calendar.today, 24), balance: '-2038.32' });
    expect(calendar.entries.map(({ name, amount, repeat }) => `${name} ${amount} ${repeat}`)).toEqual([
      'Amazon payout 6250.00 WEEKLY',
      'Wages -3980.00 MONTHLY',
      'VAT -7420.00 ONCE',
    ]);
    expect([calendar.opening?.day, calendar.overdue, calendar.withoutDay]).toEqual([calendar.today, 2, 2]);
    // Eight days later, its largest payment no longer empties the bank account.
    const chips = [{ field: 'number', op: 'contains', values: ['LT-3447'] }];
    const [largest] = (await t.ok(maya, listPayments, { query: { filter: JSON.stringify(chips) } })).content.filter(
      ({ status }) => status === 'UNPAID',
    );
    const moved = await t.ok(maya, getCashCalendar, {
      query: { weeks: 8, movePaymentId: largest?.id, moveDay: addDays(calendar.today, 32) },
    });
    expect(moved.moved?.lowPoint?.balance.startsWith('-')).toBe(false);
  });

  it('has three bills that were paid in one transfer, an overpayment, and a credit note that was used, and one that was not', async () => {
    const bills = (await t.ok(maya, listInvoicePayments, { query: { size: 100 } })).content;
    const by = new Map(bills.map((bill) => [bill.invoice.invoiceNumber, bill]));
    const entriesOf = (number: string, position: number) =>
      t.ok(maya, listPaymentEntries, { params: { paymentId: by.get(number)?.payments[position - 1]?.id ?? '' } });
    const [entry] = await entriesOf('MOF-88102', 1);
    const transfer = await t.ok(maya, getTransfer, { params: { transferId: entry?.transferId ?? '' } });
    // 6,240.00 + 5,310.00 + 2,875.50 dollars for 10,961.94 pounds: 4,741.777, 4,035.069 and 2,185.093 of them.
    expect([transfer.amount, transfer.base, transfer.fee]).toEqual(['14425.50', '10961.94', '25.00']);
    expect(transfer.parts.map(({ number, base, fee }) => `${number} ${base} ${fee}`)).toEqual([
      'MOF-88102 4741.78 10.82',
      'MOF-88176 4035.07 9.20',
      'MOF-A-2207 2185.09 4.98',
    ]);
    // 114,500.00 yuan were paid for 114,436.00.
    const credits = (await t.ok(maya, listCredits, {})).content;
    expect(credits.map(({ source, label, left }) => `${source} ${label} ${left}`).sort()).toEqual([
      'CREDIT_NOTE HS-1142-C 0.00',
      'CREDIT_NOTE LT-3358-C 156.00',
      'DEPOSIT HP-1028 26400.00',
      'OVERPAYMENT HS-1142 64.00',
    ]);
    // 158,298.56 - 1,363.20 credited - 100,000.00 paid.
    expect(by.get('HS-1187')).toMatchObject({ state: 'PART_PAID', open: '56935.36', fees: '30.00' });
    expect((await entriesOf('HS-1187', 2)).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'PAYMENT 100000.00',
      'CREDIT 1363.20',
    ]);
    expect((await entriesOf('HS-1042', 1)).map(({ isSettledBefore }) => isSettledBefore)).toEqual([true]);
  });

  it('has exchange differences and bank fees that a person can check, the same by month, supplier and invoice', async () => {
    expect(await expectSameDifferences(t, maya)).toMatchObject({ exchangeDifference: '-1.70', fees: '175.00' });
    const query = { by: 'INVOICE' as const, search: 'HS-1187' };
    // 7,245.55 of the deposit for 7,279.48 booked, 10,745.00 for 10,730.00, and 146.41 of a credit note for 146.27.
    expect((await t.ok(maya, listExchangeDifferences, { query })).content).toMatchObject([
      { settlements: 3, base: '18136.96', booked: '18155.75', exchangeDifference: '-18.79', fees: '30.00' },
    ]);
    // The fee of the cancelled purchase order has no goods to go over.
    expect(await t.ok(maya, bankFeeTotals)).toMatchObject({ ready: { fees: '160.00' }, waiting: { fees: '15.00' } });
  });

  it('has purchase orders: an invoiced one, an open one, a draft, and a cancelled one whose deposit is left', async () => {
    const orders = (await t.ok(maya, listPurchaseOrders, { query: { sort: ['poNumber,asc'] } })).content;
    expect(orders.map(({ poNumber, status, totals }) => `${poNumber} ${status} ${totals.amount.document}`)).toEqual([
      'HP-1027 OPEN 226140.80',
      'HP-1028 CLOSED 88000.00',
      'HP-1030 OPEN 68680.00',
      'HP-1031 DRAFT 70080.00',
    ]);
    const paymentsOf = async (place: number) =>
      t.ok(maya, getPurchaseOrderPayments, { params: { purchaseOrderId: orders[place]?.id ?? '' } });
    // 30 % of 226,140.80, for which 7,245.55 pounds left: 0.1068, and not the 0.1073 of the invoice.
    const invoiced = await paymentsOf(0);
    expect(invoiced).toMatchObject({ deposit: '67842.24', depositBase: '7245.55', left: '0.00', open: '0.00' });
    expect(invoiced.invoices).toMatchObject([{ invoice: { number: 'HS-1187' }, amount: '67842.24', base: '7245.55' }]);
    const bills = (await t.ok(maya, listInvoicePayments, { query: { search: 'HS-1187' } })).content;
    expect(bills[0]?.payments.map(({ amount, settled }) => [amount, settled])).toEqual([
      ['67842.24', '67842.24'],
      ['158298.56', '101363.20'],
    ]);
    // 30 % of 88,000.00 stayed with the mill.
    expect(await paymentsOf(1)).toMatchObject({ deposit: '26400.00', left: '26400.00', open: '0.00' });
    // 30 % of 68,680.00 are due in two weeks.
    const day = new Date(t.deps.clock.now().getTime() + 14 * 86_400_000).toISOString().slice(0, 10);
    const open = await paymentsOf(2);
    expect(open.payments.map(({ open: owed, dueDate, isPinned }) => [owed, isPinned ? dueDate : null])).toEqual([
      ['20604.00', day],
      ['48076.00', null],
    ]);
    expect((await paymentsOf(3)).payments).toEqual([]);
  });

  it('has shipment plans with units, cartons, volume and weight that a person can check', async () => {
    const plans = (await t.ok(maya, listShipmentPlans, { query: { size: 100, sort: ['number,asc'] } })).content;
    // A case of 12 kettles has 60 x 48 x 35 cm = 0.1008 m3. SP-0001: 209 cases of kettles, 234 of lamps (0.028224), 75
    // of chargers (0.00576) and 167 of night lights (0.01008): 29.786976 m3; 2,500 x 1.18 kg + 2,800 x 0.32 + 900 x
    // 0.21 + 2,000 x 0.16 = 4,355 kg. A part of a case fills a carton of its own.
    expect(
      plans.map(({ number, status, units, cartons, volume, weight }) => [
        ...[number, status, units, cartons],
        ...[volume, weight],
      ]),
    ).toEqual([
      ['SP-0001', 'CLOSED', 8200, 685, '29.786976', '4355'],
      ['SP-0002', 'RECEIVED', 4600, 384, '46.26528', '4566'],
      ['SP-0003', 'RECEIVED', 1800, 151, '31.469568', '4595'],
      ['SP-0004', 'RECEIVED', 13_500, 1128, '28.176804', '7444'],
      ['SP-0005', 'RECEIVED', 1200, 101, '2.51712', '417'],
      // 6,473.68 kg and 10 cartons of bags, which have no weight: each carton was weighed, 16.4 kg.
      ['SP-0006', 'RECEIVED', 8096, 647, '54.38664', '6637.68'],
      // Three rests share one mixed carton of 60 x 40 x 45 cm.
      ['SP-0007', 'IN_TRANSIT', 12_952, 1081, '49.062648', '8548.16'],
      // 60 hangers in 5 cartons of 0.344448 m3, 120 trays in 10 of 0.081 m3; 204 + 102 kg.
      ['SP-0008', 'OPEN', 180, 15, '2.53224', '306'],
      ['SP-0009', 'OPEN', 2400, 201, '22.04256', '2094'],
    ]);
    const totals = await t.ok(maya, shipmentPlanTotals, { query: {} });
    expect(totals).toMatchObject({ count: 9, units: 52_928, cartons: 4393, withoutWeight: 0, withoutVolume: 0 });
  });

  it('has plans that left on the days of their invoices, one under way, and two open ones, of which one asks', async () => {
    const plans = (await t.ok(maya, listShipmentPlans, { query: { size: 100, sort: ['number,asc'] } })).content;
    const today = t.deps.clock.now();
    const ago = (day: string | null) =>
      day === null ? null : Math.round((Date.parse(today.toISOString().slice(0, 10)) - Date.parse(day)) / 86_400_000);
    expect(plans.map(({ shippedOn, arrivedOn, deliveredOn }) => [shippedOn, arrivedOn, deliveredOn].map(ago))).toEqual([
      [261, 231, 229],
      [212, 182, 180],
      [212, 182, 180],
      [161, 131, 129],
      [117, 111, 109],
      [74, 55, 53],
      [24, null, null],
      [null, null, null],
      [null, null, null],
    ]);
    const under = (await invoices()).get('HS-1187');
    expect(plans[6]).toMatchObject({ shippedOn: under?.etd, trackingNumber: 'MRDU 436514 3' });
    expect(plans.filter(({ isLate }) => isLate).map(({ number }) => number)).toEqual(['SP-0008']);
    // By air 2.51712 m3 count as 419.52 kg: x 6.40 = 2,684.93 dollars. By sea 2.53224 m3 count as 2,532.24 kg: x 0.145.
    expect(
      plans.map(({ chargeableWeight, currency, estimatedCost, estimatedCostInAccountCurrency: pounds }) =>
        [chargeableWeight, currency, estimatedCost, pounds].join(' '),
      ),
    ).toEqual([
      '29786.976 USD 4800.00 3672.96',
      '46265.28 USD 3300.00 2511.30',
      '31469.568 USD 2900.00 2206.90',
      '28176.804 USD 5200.00 3945.76',
      '419.52 USD 2684.93 2040.82',
      '54386.64 USD 5900.00 4503.47',
      '49062.648 USD 5125.00 3904.74',
      '2532.24 USD 367.17 279.86',
      // By the rate that was chosen for it, in pounds.
      '22042.56 USD 3650.00 3650.00',
    ]);
    expect(plans.filter(({ jobNumber, carrierContact }) => jobNumber === null || carrierContact === null)).toEqual([]);
  });

  it('has an open plan whose cartons are against the rules of Amazon, and one that passes', async () => {
    const plans = (await t.ok(maya, listShipmentPlans, { query: { size: 100, sort: ['number,asc'] } })).content;
    const open = plans.filter(({ status }) => status === 'OPEN');
    const found = await Promise.all(open.map(({ id }) => t.ok(maya, getPreFlight, { params: { id } })));
    expect(open.map(({ number }, i) => [number, found[i]?.isToAmazon, (found[i]?.errors ?? 0) > 0])).toEqual([
      ['SP-0008', false, false],
      ['SP-0009', true, true],
    ]);
    // A case holds 12 sets of towels of 2.1 kg each.
    expect(found[1]?.findings).toContainEqual(
      expect.objectContaining({ code: 'TOO_HEAVY', skus: ['HP-TWL-01'], limit: '23', value: '25.2', unit: 'KG' }),
    );
  });
  it('has orders that are unpacked, packed in part, in transit in part, and wait for a plan', async () => {
    const orders = (await t.ok(maya, listOrders, { query: { size: 9999 } })).content.filter(isSupplierOrder);
    const text = ({ invoiceNumber, sku, quantity, packedQuantity, shippedQuantity }: (typeof orders)[number]) =>
      `${invoiceNumber} ${sku.slice(3)} ${packedQuantity} of ${quantity}, ${shippedQuantity} shipped`;
    const open = orders.filter(({ status }) => status === 'OPEN');
    expect(
      open
        .filter((one) => one.packedQuantity < one.quantity)
        .map(text)
        .sort(),
    ).toEqual([
      'LT-3462 FAN-03 0 of 300, 0 shipped',
      'LT-3462 SPK-03 360 of 500, 0 shipped',
      'YL-0863 TWL-03 240 of 400, 0 shipped',
    ]);
    expect(
      open
        .filter(({ shippedQuantity }) => shippedQuantity > 0)
        .map(text)
        .sort(),
    ).toEqual(['HS-1142 TRY-03 400 of 400, 280 shipped', 'YL-0826 HNG-02 300 of 300, 240 shipped']);
    // The dented kettles were in no carton, and are credited.
    expect(
      orders.filter(({ invoiceNumber, sku }) => `${invoiceNumber} ${sku}` === 'HS-1142 HP-KTL-02').map(text),
    ).toEqual(['HS-1142 KTL-02 576 of 576, 576 shipped']);
    const stats = await t.ok(maya, getOrderStats);
    // 7 orders were in the plan that is closed, 32 in those that arrived later, and 15 are under way.
    expect(stats).toMatchObject({ total: orders.length, open: 13, inTransit: 15, received: 32, closed: 7 });
    const filter = JSON.stringify([{ field: 'plan', op: 'isEmpty', values: [] }]);
    const waiting = (await t.ok(maya, listPackLists, { query: { size: 100, filter } })).content;
    expect([...new Set(waiting.map(({ sku }) => sku.slice(3)))].sort()).toEqual([
      ...['FAN-02', 'HNG-03', 'RUG-03', 'SPK-03', 'TWL-03', 'USB-03'],
    ]);
  });

  it('has cartons by case, one that is mixed, and one kind that was weighed', async () => {
    const cartons = (await t.ok(maya, listCartons, { query: { size: 9999 } })).content;
    const mixed = cartons.filter(({ contents }) => contents.length > 1);
    expect(mixed.map(({ count, contents, volume }) => [count, volume, contents.map(({ units }) => units)])).toEqual([
      [1, '0.108', [8, 4, 4]],
    ]);
    const weighed = cartons.filter(({ measuredWeight }) => measuredWeight !== null);
    expect(weighed.map(({ count, unitsPerCarton, totalWeight }) => [count, unitsPerCarton, totalWeight])).toEqual([
      [10, 50, '164'],
    ]);
    expect(cartons.filter(({ unitsPerCarton }) => unitsPerCarton === 12).length).toBeGreaterThan(60);
  });

  it('has one freight bill for two voyages, each rated by itself, and landed costs that a person can check', async () => {
    const layerOf = async (sku: string, invoiceNumber: string) => {
      const { content } = await t.ok(maya, listProducts, { query: { search: sku } });
      const { layers, replays } = await t.ok(maya, explainProduct, { params: { id: content[0]?.id ?? '' } });
      expect(replays).toBe(true);
      return layers.find(({ invoice }) => invoice.number === invoiceNumber);
    };
    // 6,240.00 USD at 0.7610 are 4,748.64. At 1,000 kg per m³ the voyages count 46,265.280 kg and 31,469.568 kg.
    const towels = await layerOf('HP-TWL-01', 'YL-0771');
    const freight = towels?.entries.filter(({ invoice }) => invoice.number === 'MOF-88102') ?? [];
    expect(freight[0]?.ratedPlans.map(({ chargeableWeight }) => chargeableWeight)).toEqual(['46265.280', '31469.568']);
    // Cartons of 14,031.36 kg and of 241.92 kg, of 77,734.848 kg.
    expect(freight.map(({ packList, amount }) => [packList?.number, amount])).toEqual([
      ['PL-0012', '857.14'],
      ['PL-0013', '14.78'],
    ]);
    // 6,677.44 + 871.92 of freight + 437.03 of duty + 20.56 of clearance.
    expect(towels?.landed).toBe('8006.95');
    // 2,722.66 + 4,748.64 × 8,299.2 ÷ 77,734.848 + 178.20 + 20.55.
    expect((await layerOf('HP-JAR-01', 'HS-1077'))?.landed).toBe('3428.39');
    // 5,986.44 over 800 units, cumulative: 792 are 5,926.57, and the last 8 are 59.87.
    const kettles = await layerOf('HP-KTL-02', 'HS-1042');
    expect(kettles?.packLists.map(({ units, landed }) => [units, landed])).toEqual([
      [792, '5926.57'],
      [8, '59.87'],
    ]);
  });

  it('has a bundle that costs what its parts cost', async () => {
    const by = new Map((await t.ok(maya, productCatalog, { query: { size: 100 } })).content.map((p) => [p.sku, p]));
    const [set, kettle, mugs] = ['HP-SET-01', 'HP-KTL-01', 'HP-MUG-01'].map((sku) =>
      Number(by.get(sku)?.landedCostPerUnit),
    );
    expect(by.get('HP-SET-01')?.isBundle).toBe(true);
    expect(set).toBeCloseTo((kettle ?? 0) + 2 * (mugs ?? 0), 4);
  });

  it('has families, groups, tags, packaging consistent with the unit, terms and pictures', async () => {
    const products = (await t.ok(maya, productCatalog, { query: { size: 100 } })).content;
    const by = new Map(products.map((p) => [p.sku, p]));
    expect([by.get('HP-KTL-01')?.variantCount, by.get('HP-KTL-02')?.parentId, by.get('HP-KTL-01')?.tags]).toEqual([
      2,
      by.get('HP-KTL-01')?.id,
      ['coffee'],
    ]);
    expect(products.filter((p) => p.picture !== null).length).toBeGreaterThan(15);
    const kettle = await t.ok(maya, getProduct, { params: { id: by.get('HP-KTL-01')?.id ?? '' } });
    expect(kettle).toMatchObject({
      group: 'Kitchen',
      weight: '1240',
      casePackaging: { weight: '14880', unitsPerCase: 12 },
      suppliers: [
        { price: '58.40', currency: 'CNY', minimumOrder: 500 },
        { price: '61.20', currency: 'CNY' },
      ],
    });
    const measures = await t.work(maya, (w) =>
      w.tx.selectFrom('product').select(['sku', 'unit_weight_ug', 'unit_volume_mm3']).execute(),
    );
    const jar = measures.find((p) => p.sku === 'HP-JAR-01');
    expect([jar?.unit_weight_ug, jar?.unit_volume_mm3]).toEqual([2_650_000_000n, 13_832_000n]);
  });

  it('has a cost history: a late bill, a credit, and costs dated when they were recorded', async () => {
    const by = await invoices();
    expect(by.get('HS-1142-C')).toMatchObject({ kind: 'CREDIT_NOTE', status: 'CLOSED', total: '-1363.20' });
    const today = t.deps.clock.now();
    const day = (ago: number) => new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const restated = (await t.ok(maya, listRestatements, { query: { from: day(14), to: day(10) } })).content;
    expect([...new Set(restated.flatMap((r) => r.causes.map((c) => c.invoice.number)))]).toEqual(['MOF-88317']);
    expect(restated).toHaveLength(10);
  });

  it('has the PDF of each invoice, and a packing list that is not attached yet', async () => {
    const documents = await t.ok(maya, listDocuments);
    expect(documents.filter((d) => d.entities.length === 0).map((d) => d.fileName)).toEqual(['scan-0214.pdf']);
    const numbers = [...(await invoices()).keys()].sort();
    expect(documents.flatMap((d) => d.entities.map((e) => `${e.label} ${d.fileName}`)).sort()).toEqual(
      numbers.map((number) => `${number} ${number}.pdf`),
    );
  });

  it('has exchange rates for all of its months, which are proposed for a new invoice', async () => {
    const { count, pairs } = await t.ok(maya, exchangeRateTotals, { query: {} });
    expect([count > 600, pairs]).toEqual([true, 4]);
    const today = t.deps.clock.now();
    const on = (ago: number) => new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const of = async (ago: number, from: string) =>
      (await t.ok(maya, proposeExchangeRate, { query: { from, to: 'GBP', on: on(ago) } })).proposal;
    expect(await of(9, 'CNY')).toMatchObject({ origin: 'TYPED', parts: [{ rate: '9.2950' }] });
    // Nothing was typed nearer to that day, so the rates are computed through the euro.
    const [yuan, dollar] = [await of(205, 'CNY'), await of(205, 'USD')];
    expect([yuan?.origin, dollar?.origin, yuan?.parts.length]).toEqual(['ECB', 'ECB', 2]);
    expect([Number(yuan?.rate), Number(dollar?.rate)]).toEqual([expect.closeTo(0.108, 3), expect.closeTo(0.763, 2)]);
  });

  it('has three freight rates of two forwarders, of which one is expired', async () => {
    const { content } = await t.ok(maya, listFreightRates);
    expect(
      content.map(({ name, forwarder, unit, breaks, validity }) => [
        name,
        forwarder?.name,
        unit,
        breaks.length,
        validity,
      ]),
    ).toEqual([
      ['40HQ Ningbo to Bristol, door to door', 'Thornbury Haulage', 'CONTAINER', 1, 'VALID'],
      ['Air Shenzhen to Heathrow', 'Meridian Ocean Freight', 'KG', 3, 'VALID'],
      ['LCL Ningbo to Felixstowe', 'Meridian Ocean Freight', 'WM', 1, 'EXPIRED'],
    ]);
  });

  it('has HS codes on its products, and duty rates in two countries: by HS code, and one of a product', async () => {
    const products = (await t.ok(maya, productCatalog, { query: { size: 100 } })).content;
    expect(products.filter(({ hsCode }) => hsCode === null).map(({ sku }) => sku)).toEqual(['HP-SET-01']);
    const { content } = await t.ok(maya, listDutyRates, { query: { size: 100 } });
    const of = (country: string) => content.filter((rate) => rate.country === country);
    // 20 ranges, of which two kinds of towels share a code; trays and aprons have no rate in the US.
    expect([of('GB').length, of('US').length]).toEqual([20, 17]);
    expect(content.filter(({ product }) => product !== null)).toMatchObject([
      { product: { sku: 'HP-KTL-03' }, country: 'GB', percent: '2.7' },
    ]);
    expect(of('GB').find(({ hsCode }) => hsCode === '63026000')).toMatchObject({ percent: '12', productCount: 6 });
  });

  it('has payment terms, lead times and encrypted bank details of its factories', async () => {
    const suppliers = (await t.ok(maya, listSuppliers)).content;
    expect(suppliers.filter((s) => s.paymentTerms.length === 0)).toEqual([]);
    expect(suppliers.filter((s) => s.leadTimes.length > 0).map((s) => s.currency)).toEqual(['CNY', 'CNY', 'CNY']);
    expect(suppliers.filter((s) => s.hasBankDetails).map((s) => s.companyName)).toEqual([
      'Ningbo Haosheng Houseware',
      'Thornbury Haulage',
    ]);
  });

  it('received its plans in parts: all, with a surplus, with units that never came, and four short at Amazon', async () => {
    const plans = (await t.ok(maya, listShipmentPlans, { query: { size: 100, sort: ['number,asc'] } })).content;
    expect(
      plans.map(({ number, receivedUnits, units, missingUnits, outUnits }) =>
        [number, `${receivedUnits} of ${units}`, missingUnits, outUnits].join(' '),
      ),
    ).toEqual([
      'SP-0001 8200 of 8200 0 0',
      'SP-0002 4606 of 4600 0 0',
      'SP-0003 1800 of 1800 0 0',
      'SP-0004 13497 of 13500 0 0',
      'SP-0005 1196 of 1200 4 0',
      'SP-0006 8096 of 8096 0 0',
      'SP-0007 0 of 12952 0 12952',
      'SP-0008 0 of 180 0 0',
      'SP-0009 0 of 2400 0 0',
    ]);
    expect((await t.ok(maya, listMissing)).content).toMatchObject([
      { sku: 'HP-USB-02', quantity: 300, receivedQuantity: 296, missingQuantity: 4, debtor: 'MARKETPLACE' },
    ]);
    const decided = (await t.ok(maya, listMissingDecisions)).content;
    expect(decided).toMatchObject([
      { sku: 'HP-SPK-01', kind: 'SHORT', debtor: 'SUPPLIER', quantity: 3, creditNote: { label: 'LT-3358-C' } },
    ]);
    const surplus = JSON.stringify([{ field: 'surplus', op: 'isNotEmpty', values: [] }]);
    expect((await t.ok(maya, listReceipts, { query: { filter: surplus } })).content).toMatchObject([
      { sku: 'HP-HTW-01', quantity: 1506, surplus: 6, surplusReason: expect.stringContaining('One carton too many') },
    ]);
  });

  it('has 90 days of customer orders for 40 products, with returns, a count and opening stock', async () => {
    const bought = await t.work(maya, (w) =>
      w.tx
        .selectFrom('customer_order_line')
        .select((e) => [e.fn.countAll<bigint>().as('lines'), e.fn.count<bigint>('sku').distinct().as('skus')])
        .where('account_id', '=', maya.accountId)
        .executeTakeFirst(),
    );
    // And the gift set, a bundle of two of them.
    expect(bought).toEqual({ lines: 1887n, skus: 41n });
    const movements = async (field: string, value: string, sort = 'day,asc') => {
      const filter = JSON.stringify([{ field, op: value === '' ? 'isNotEmpty' : 'in', values: value ? [value] : [] }]);
      return (await t.ok(maya, listStockMovements, { query: { size: 20, filter, sort: [sort] } })).content;
    };
    const [first] = await movements('cause', 'SOLD');
    const [last] = await movements('cause', 'SOLD', 'day,desc');
    // 92 and 5 days ago: what was bought in the last days is not shipped yet.
    expect([first?.day, last?.day]).toEqual(['2026-08-20', '2026-11-15']);
    expect(await movements('kind', 'RETURN')).toHaveLength(8);
    // 300 bread boxes arrived, and 180 were sent on to Amazon.
    expect(await movements('kind', 'COUNT')).toMatchObject([
      { sku: 'HP-BRD-01', place: 'WAREHOUSE', quantity: 117, difference: -3 },
    ]);
    // Of the jars that are under way, some were sold already.
    expect((await movements('waiting', '')).map(({ sku }) => sku)).toEqual(['HP-JAR-03', 'HP-JAR-03']);
    const opening = (await t.ok(maya, listOpeningStock, { query: { sort: ['sku,asc'] } })).content;
    expect(opening.map(({ sku, quantity, cost }) => `${sku} ${quantity} ${cost}`)).toEqual([
      'HP-BAG-01 30 70.50',
      'HP-TWL-03 180 1782.00',
    ]);
  });

  it('has a stock value, and a cost of each sold month, that a person can check; a replay finds the same', async () => {
    const ids = new Map((await t.ok(maya, listProducts, { query: { size: 100 } })).content.map((p) => [p.sku, p.id]));
    const monthsOf = async (...skus: string[]) => {
      const sold: string[] = [];
      for (const last of ['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30']) {
        const chips = [
          { field: 'day', op: 'between', values: [`${last.slice(0, 7)}-01`, last] },
          ...(skus.length > 0 ? [{ field: 'product', op: 'in', values: skus.map((sku) => ids.get(sku) ?? '') }] : []),
        ];
        const { out, back, cost } = await t.ok(maya, getStockMovementTotals, {
          query: { filter: JSON.stringify(chips) },
        });
        sold.push(`${out - back} ${cost}`);
      }
      return sold;
    };
    const onHand = async (sku: string) => {
      const { stock } = await t.ok(maya, getProductInventory, { params: { productId: ids.get(sku) ?? '' } });
      return `${stock.onHand} ${stock.value}`;
    };
    // Bags: 30 of opening stock for 70.50, then 996 of PL-0054 for 2,015.91 and 4 of PL-0055 for 8.10. August: 11 at
    // 2.35. September: the other 19 for 44.65, and 9 for 18.21 that waited until the 29th. 46 of PL-0054 are 93.10, and
    // 54 are 109.29, less the one that came back in November: 2,015.91 - 109.29 + 8.10.
    expect(await monthsOf('HP-BAG-01')).toEqual(['11 25.85', '28 62.86', '37 74.89', '8 16.19']);
    expect(await onHand('HP-BAG-01')).toBe('946 1914.72');
    // Speakers: 4,846.31 with the credit of 16.80 and the late 17.98, over the 797 that were sent: 4,815.90 for the 792
    // of PL-0027. 14, 50, 73 and 93 of them are 85.12, 304.03, 443.88 and 565.50. The other 5 are 30.41.
    expect(await monthsOf('HP-SPK-01')).toEqual(['14 85.12', '36 218.91', '23 139.85', '20 121.62']);
    expect(await onHand('HP-SPK-01')).toBe('704 4280.81');
    // Hand towels: 5,403.12 over 1,506, of which 6 were not ordered. 14, 41, 69 and 82 are 50.22, 147.09, 247.55 and
    // 294.19.
    expect(await monthsOf('HP-HTW-01')).toEqual(['14 50.22', '27 96.87', '28 100.46', '13 46.64']);
    expect(await onHand('HP-HTW-01')).toBe('1424 5108.93');
    // 23 gift sets took a kettle and two sets of mugs each, and have no stock of their own.
    const ofSets = JSON.stringify([{ field: 'product', op: 'in', values: [ids.get('HP-SET-01') ?? ''] }]);
    expect(await t.ok(maya, getStockMovementTotals, { query: { filter: ofSets } })).toMatchObject({
      ...{ out: 69, back: 0, waiting: 0 },
    });
    expect(await onHand('HP-SET-01')).toBe('0 0.00');
    expect(await monthsOf()).toEqual(['369 2139.83', '918 5854.44', '1289 7469.63', '605 3613.99']);
    expect(await t.ok(maya, getStockTotals)).toMatchObject({
      ...{ onHand: 34_423, waiting: 2, missing: 4, inTransit: 12_952 },
      ...{ value: '154865.07', factoryValue: '134258.96' },
    });
    expect(await t.work(maya, brokenStock)).toEqual([]);
  });

  it('is created only once', async () => {
    await ensureDemo(t.deps, () => undefined);
    expect((await t.ok(maya, listSuppliers)).totalElements).toBe(6);
  });
});
