import type { BodyIn, EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice, replaceInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import { type InvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { replaceInvoiceUpload } from '@quayside/contracts/invoices/invoice-documents';
import { uploadDocument } from '@quayside/contracts/documents/documents';
import { createExchangeRate, uploadExchangeRates } from '@quayside/contracts/rates/exchange-rates';
import { createProductImport } from '@quayside/contracts/products/product-imports';
import { createProduct, patchProduct } from '@quayside/contracts/products/products';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { putSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { decimalText } from '@quayside/domain/money/money';
import type { FastifyInstance } from 'fastify';
import { callLocally, type LocalCaller, type LocalInput } from '../http/local-client.ts';
import { BANK_DETAILS, GIFT_SET, LETTERHEADS, PRODUCTS, SUPPLIERS } from './demo-data.ts';
import { fillDetails } from './demo-details.ts';
import { demoOrders } from './demo-orders.ts';
import { demoPayments } from './demo-payments.ts';
import { invoicePdf } from './demo-pdf.ts';
import { demoFreight, hsCodeOf } from './demo-freight.ts';
import { ratesFile } from './demo-rates.ts';
import { demoShipments } from './demo-shipments.ts';
import { demoStock } from './demo-stock.ts';
import { saveViews } from './demo-views.ts';

type SupplierKey = (typeof SUPPLIERS)[number]['key'];
interface Line {
  readonly sku?: string;
  readonly units?: number;
  readonly name?: string;
  readonly costType?: InvoiceLine['costType'];
  readonly amount?: string;
  readonly basis?: InvoiceLine['basis'];
  /** The item of a purchase order that it invoices. */
  readonly purchaseOrderLineId?: string;
}
type Made = { id: string; lines: string[] };

/** How a printed document says when a part of it is due. */
const TERM_WORDS = {
  ORDER: (days: number) => (days === 0 ? 'with the order' : `${days} days after the order`),
  BEFORE_SHIPPING: () => 'before shipment',
  ARRIVAL: (days: number) => `${days} days after arrival`,
  INVOICE: (days: number) => `within ${days} days of the invoice date`,
};
const LEFT_BEHIND = [
  ['HNG-02', 60],
  ['TRY-03', 120],
] as const;
const DAY = 86_400_000;
const FIRST_DAY = 270;

/**
 * Fills the demo account through the API as a person would: with a catalogue, suppliers, 28 invoices with their
 * documents and payments, shipment plans, stock and sales, and one example of each problem that the app reports.
 */
export async function fillDemo(
  app: FastifyInstance,
  now: Date,
  travel: (to: Date) => Promise<LocalCaller>,
  password: string,
): Promise<void> {
  const today = todayIn(now.getTime(), 'Europe/London');
  const ago = (days: number) => addDays(today, -days);
  let maya = await travel(new Date(now.getTime() - FIRST_DAY * DAY));
  let day = FIRST_DAY;
  /** Moves the clock to a day of the story. A day that has already passed changes nothing. */
  const goTo = async (daysAgo: number) => {
    if (daysAgo >= day) return;
    day = daysAgo;
    maya = await travel(new Date(now.getTime() - daysAgo * DAY));
  };
  async function call<E extends EndpointSpec>(endpoint: E, input: LocalInput<E> = {}): Promise<ResponseOf<E>> {
    const answer = await callLocally(app, maya, endpoint, input);
    if (answer.status !== endpoint.status)
      throw new Error(`The demo seller could not be made: ${endpoint.id} answered ${answer.status} ${answer.text}`);
    return answer.body;
  }

  const payments = demoPayments(call, ago);

  const suppliers = new Map<SupplierKey, string>();
  for (const { key, ...body } of SUPPLIERS) suppliers.set(key, (await call(createSupplier, { body })).id);
  for (const key of ['ningbo', 'haulage'] as const)
    await call(putSupplierBankDetails, {
      params: { id: suppliers.get(key) ?? '' },
      body: { ...BANK_DETAILS[key], password },
    });
  await call(createProductImport, {
    query: { dryRun: 'false' },
    file: { name: 'harbour-and-pine.csv', content: catalogueCsv() },
  });
  const skus = new Map((await call(listProducts, { query: { size: 9999 } })).content.map((p) => [p.sku, p.id]));
  await fillDetails(call, skus, suppliers);
  const price = new Map(PRODUCTS.map((p) => [p.sku, p.priceCents]));
  const { parts, supplier: maker, ...set } = GIFT_SET;
  const giftSet = await call(createProduct, { body: { ...set, supplierIds: [suppliers.get(maker) ?? ''] } });
  await call(replaceProductBundle, {
    params: { id: giftSet.id },
    body: { parts: parts.map(({ sku, quantity }) => ({ productId: skus.get(sku) ?? '', quantity })) },
  });

  const orders = demoOrders(call, ago, { suppliers, skus, price });
  const shipments = demoShipments(call, ago, suppliers);
  const stock = demoStock(call, ago, skus);
  await stock.open(FIRST_DAY);
  async function invoice(
    supplier: SupplierKey,
    invoiceNumber: string,
    daysAgo: number,
    lines: readonly Line[],
    extra: Partial<BodyIn<typeof createInvoice>> = {},
  ): Promise<Made> {
    await goTo(daysAgo);
    const cents = lines.map((l) =>
      l.amount === undefined
        ? (price.get(l.sku ?? '') ?? 0n) * BigInt(l.units ?? 0)
        : BigInt(l.amount.replace('.', '')),
    );
    const total = decimalText(
      cents.reduce((sum, c) => sum + c, 0n),
      2,
    );
    const made = await call(createInvoice, {
      body: { supplierId: suppliers.get(supplier) ?? '', invoiceNumber, date: ago(daysAgo), total, ...extra },
    });
    const { lines: written } = await call(replaceInvoice, {
      params: { id: made.id },
      body: {
        lines: lines.map((l, i) => ({
          ...(l.sku !== undefined && { productId: skus.get(l.sku) ?? null }),
          name: l.name ?? PRODUCTS.find((p) => p.sku === l.sku)?.name ?? null,
          costType: l.costType ?? 'FACTORY_INVOICE',
          quantity: l.units ?? 1,
          amount: decimalText(cents[i] ?? 0n, 2),
          ...(l.basis && { basis: l.basis }),
          ...(l.purchaseOrderLineId && { purchaseOrderLineId: l.purchaseOrderLineId }),
        })),
      },
    });
    await attachPdf(made.id, supplier, invoiceNumber, daysAgo, lines, extra);
    return { id: made.id, lines: written.map((line) => line.invoiceLineId) };
  }
  const attachPdf = (id: string, ...paper: Parameters<typeof printed>) =>
    call(replaceInvoiceUpload, { params: { id }, file: { name: `${paper[1]}.pdf`, content: printed(...paper) } });
  /** Prints a document of a supplier, as a PDF. */
  function printed(
    supplier: SupplierKey,
    number: string,
    daysAgo: number,
    lines: readonly Line[],
    { vesselVoyage, title }: { vesselVoyage?: string | null | undefined; title?: string } = {},
  ): Buffer {
    const cents = (l: Line) =>
      l.amount === undefined
        ? (price.get(l.sku ?? '') ?? 0n) * BigInt(l.units ?? 0)
        : BigInt(l.amount.replace('.', ''));
    const amount = (minor: bigint) => decimalText(minor, 2).replace(/\B(?=(\d{3})+\.)/g, ',');
    const { currency = 'GBP', paymentTerms = [] } = SUPPLIERS.find(({ key }) => key === supplier) ?? {};
    return invoicePdf({
      ...LETTERHEADS[supplier],
      ...(title !== undefined && { title }),
      number,
      date: ago(daysAgo),
      currency,
      lines: lines.map((l) => ({
        sku: l.sku ?? '-',
        name: (l.name ?? PRODUCTS.find((p) => p.sku === l.sku)?.name ?? '').replace('×', 'x'),
        units: String(l.units ?? 1),
        price: amount(price.get(l.sku ?? '') ?? cents(l)),
        amount: amount(cents(l)),
      })),
      total: amount(lines.reduce((sum, l) => sum + cents(l), 0n)),
      notes: [
        ...paymentTerms.map(({ percent, event, days }) => `Payment: ${percent} % ${TERM_WORDS[event](days)}.`),
        ...(vesselVoyage ? [`Vessel: ${vesselVoyage}`] : []),
      ],
    });
  }
  /**
   * Confirms an invoice, and also closes it if `until` is CLOSED. This happens `daysAgo` days ago, or at the story's
   * current time if the story has already passed that day.
   */
  const finish = async (made: Made, until: Invoice['status'], daysAgo = day) => {
    await goTo(daysAgo);
    if (until === 'OPEN' || until === 'CLOSED') await call(confirmInvoice, { params: { id: made.id }, body: {} });
    if (until === 'CLOSED') await call(closeInvoice, { params: { id: made.id }, body: {} });
  };
  const goods = (entries: readonly (readonly [sku: string, units: number])[]): Line[] =>
    entries.map(([sku, units]) => ({ sku: `HP-${sku}`, units }));
  const about = (...made: readonly Made[]) => made.map((m) => ({ type: 'INVOICE' as const, id: m.id }));
  const freight = (amount: string, name = 'Sea freight Ningbo to Felixstowe'): Line => ({
    name,
    costType: 'SHIPPING',
    amount,
  });
  const duty = (amount: string): Line => ({ name: 'Import duty', costType: 'CUSTOMS_AND_DUTIES', amount });
  const clearance = (amount: string): Line => ({
    name: 'Customs clearance',
    costType: 'CUSTOMS_AND_DUTIES',
    amount,
    basis: 'EQUAL',
  });

  // Spring and summer: four deliveries, all of which are closed.
  const n1 = await invoice(
    'ningbo',
    'HS-1042',
    268,
    goods([
      ['KTL-01', 1200],
      ['KTL-02', 800],
      ['KTL-03', 500],
    ]),
    { rate: '0.1081' },
  );
  const s1 = await invoice(
    'shenzhen',
    'LT-3301',
    262,
    goods([
      ['LMP-01', 1600],
      ['LMP-02', 1200],
      ['USB-01', 900],
      ['NLT-01', 2000],
    ]),
    { rate: '0.1079' },
  );
  await shipments.packAndPlan('kettles', [n1, s1]);
  await goTo(261);
  await shipments.ship('kettles', 261);
  const f1 = await invoice('ocean', 'MOF-88014', 240, [freight('4850.00')], {
    rate: '0.7652',
    shippingMethod: 'SEA',
    type: 'SHIPPING_ONLY',
    vesselVoyage: 'Ever Grace 031W',
    pairedWith: about(n1, s1),
  });
  const c1 = await invoice('customs', 'HCB-5410', 232, [duty('1420.55'), clearance('185.00')], {
    type: 'CUSTOMS_ONLY',
    pairedWith: about(n1, s1),
  });
  await goTo(229);
  await shipments.arrive('kettles', 231, 229);
  const y1 = await invoice(
    'yiwu',
    'YL-0771',
    225,
    goods([
      ['TWL-01', 700],
      ['TWL-02', 600],
      ['HTW-01', 1500],
      ['HTW-02', 1200],
      ['RUG-01', 600],
    ]),
    { rate: '0.1084' },
  );
  await stock.receive(await shipments.packListsIn('kettles'), { days: [229, 228], place: 'WAREHOUSE' });
  await shipments.move('kettles', 'CLOSED');
  const n2 = await invoice(
    'ningbo',
    'HS-1077',
    214,
    goods([
      ['JAR-01', 600],
      ['JAR-02', 500],
      ['BRD-01', 300],
      ['BRD-02', 400],
    ]),
    { rate: '0.1083' },
  );
  await goTo(212);
  await shipments.packAndPlan('textiles', [y1]);
  await shipments.packAndPlan('jars', [n2]);
  for (const voyage of ['textiles', 'jars'] as const) await shipments.ship(voyage, 212);
  const f2 = await invoice('ocean', 'MOF-88102', 196, [freight('6240.00')], {
    rate: '0.7610',
    shippingMethod: 'SEA',
    type: 'SHIPPING_ONLY',
    // One bill for two voyages: each is rated by itself.
    pairedWith: shipments.about('textiles', 'jars'),
  });
  const c2 = await invoice('customs', 'HCB-5466', 188, [duty('2130.40'), clearance('185.00')], {
    type: 'CUSTOMS_ONLY',
    pairedWith: about(y1, n2),
  });
  await goTo(180);
  for (const voyage of ['textiles', 'jars'] as const) await shipments.arrive(voyage, 182, 180);
  const s2 = await invoice(
    'shenzhen',
    'LT-3358',
    170,
    goods([
      ['CBL-01', 4000],
      ['CBL-02', 3000],
      ['SPK-01', 800],
      ['SPK-02', 600],
      ['STD-01', 1500],
    ]),
    { rate: '0.1077' },
  );
  // Half a carton of hand towels more than was packed.
  await stock.receive(await shipments.packListsIn('textiles'), {
    ...{ days: [180, 179, 177], place: 'WAREHOUSE' },
    differences: [{ code: 'HTW-01', units: 1506, reason: 'One carton too many, which the mill does not want back' }],
  });
  await stock.receive(await shipments.packListsIn('jars'), { days: [180, 178], place: 'WAREHOUSE' });
  const n3 = await invoice(
    'ningbo',
    'HS-1103',
    163,
    goods([
      ['CUT-01', 800],
      ['CUT-02', 700],
      ['ORG-01', 1100],
      ['MUG-01', 500],
      ['MUG-02', 500],
    ]),
    { rate: '0.1075' },
  );
  await goTo(161);
  await shipments.packAndPlan('cables', [s2, n3]);
  await shipments.ship('cables', 161);
  const f3 = await invoice('ocean', 'MOF-88176', 141, [freight('5310.00')], {
    rate: '0.7588',
    shippingMethod: 'SEA',
    type: 'SHIPPING_ONLY',
    pairedWith: about(s2, n3),
  });
  const c3 = await invoice('customs', 'HCB-5499', 133, [duty('1688.20'), clearance('185.00')], {
    type: 'CUSTOMS_ONLY',
    pairedWith: about(s2, n3),
  });
  await goTo(129);
  await shipments.arrive('cables', 131, 129);
  const air = await invoice(
    'shenzhen',
    'LT-3390',
    120,
    goods([
      ['USB-01', 400],
      ['USB-02', 300],
      ['FAN-01', 500],
    ]),
    { rate: '0.1080' },
  );
  // The last carton of speakers was sealed with five of eight in it. The factory looks into it, and admits it later.
  const cables = await shipments.packListsIn('cables');
  const speakers = cables.findLast(({ sku }) => sku === 'HP-SPK-01')?.packListId ?? '';
  await stock.receive(cables, {
    ...{ days: [129, 128, 126], place: 'WAREHOUSE' },
    differences: [{ code: 'SPK-01', units: 5 }],
  });
  await shipments.move('cables', 'RECEIVED');
  await goTo(117);
  await shipments.packAndPlan('air', [air]);
  await shipments.ship('air', 117);
  const f4 = await invoice('ocean', 'MOF-A-2207', 113, [freight('2875.50', 'Air freight Shenzhen to Heathrow')], {
    rate: '0.7601',
    shippingMethod: 'AIR',
    type: 'SHIPPING_ONLY',
    pairedWith: about(air),
  });
  const c5 = await invoice('customs', 'HCB-5507', 108, [duty('612.30'), clearance('95.00')], {
    type: 'CUSTOMS_ONLY',
    pairedWith: about(air),
  });
  await shipments.arrive('air', 111, 109);
  const spring = [n1, s1, f1, c1, y1, n2, f2, c2, s2, n3, f3, c3, air, f4, c5];
  for (const made of spring) await finish(made, 'CLOSED');
  const freightBills = [f2, f3, f4];
  await payments.begin(
    spring.filter((made) => !freightBills.includes(made)),
    freightBills,
  );

  await goTo(104);
  const speakersNote = await call(createInvoice, {
    body: {
      creditsInvoiceId: s2.id,
      invoiceNumber: 'LT-3358-C',
      date: ago(104),
      total: '-156.00',
      creditLines: [{ invoiceLineId: s2.lines[2] ?? '', amount: '156.00', quantity: '0' }],
    },
  });
  const never3: Line = { sku: 'HP-SPK-01', name: 'Three speakers that were not sent', units: 0, amount: '-156.00' };
  await attachPdf(speakersNote.id, 'shenzhen', 'LT-3358-C', 104, [never3], { title: 'CREDIT NOTE' });
  await call(confirmInvoice, { params: { id: speakersNote.id }, body: { keepAsCredit: true } });
  await call(closeInvoice, { params: { id: speakersNote.id }, body: {} });
  await stock.neverSent(speakers, 3, {
    daysAgo: 104,
    words: 'The factory found them on its own shelf',
    creditNoteId: speakersNote.id,
  });

  // Autumn: confirmed invoices, some of which are closed, and the problems.
  const y2 = await invoice(
    'yiwu',
    'YL-0826',
    96,
    goods([
      ['HNG-01', 300],
      ['HNG-02', 300],
      ['APR-01', 900],
      ['APR-02', 700],
      ['BAG-01', 1000],
      ['BAG-02', 1000],
      ['BAG-03', 500],
    ]),
    { rate: '0.1072', readyOn: ago(76) },
  );
  // Amazon checks the chargers and fans in over two weeks, and four of them never appear.
  const byAir = await shipments.packListsIn('air');
  const chargers = byAir.find(({ sku }) => sku === 'HP-USB-02');
  await stock.receive(
    byAir.filter((one) => one !== chargers),
    { days: [109, 107], place: 'AMAZON_UK' },
  );
  await stock.checkIn(chargers?.packListId ?? '', [
    [108, 180],
    [104, 96],
    [96, 20],
  ]);
  await shipments.move('air', 'RECEIVED');
  await stock.sendToAmazon(await shipments.packListsIn('kettles', 'textiles', 'jars', 'cables'), 96);
  const n4 = await invoice(
    'ningbo',
    'HS-1142',
    88,
    goods([
      ['KTL-01', 1000],
      ['KTL-02', 600],
      ['TRY-01', 900],
      ['TRY-02', 700],
      ['TRY-03', 400],
    ]),
    { rate: '0.1074', readyOn: ago(76) },
  );
  // Two dozen kettles are in no carton, and will be credited. Some hangers and trays do not fit into the container.
  await goTo(76);
  await shipments.packAndPlan('autumn', [y2, n4], {
    ready: 76,
    only: [['KTL-02', 576]],
    behind: LEFT_BEHIND,
  });
  await shipments.weighBags([y2]);
  // The goods in transit were ordered with a deposit, which was paid at another rate than the invoice has.
  await goTo(75);
  const delivered: Line[] = [
    ...goods([
      ['KTL-01', 1008],
      ['KTL-03', 504],
      ['JAR-03', 600],
      ['BRD-03', 240],
      ['CUT-03', 500],
      ['ORG-02', 700],
      ['ORG-03', 600],
      ['MUG-03', 400],
    ]),
    { name: 'Colour box printing plate', costType: 'OTHER', amount: '1800.00' },
    { name: 'Carton drop test', costType: 'PRODUCT_TESTING', amount: '950.00' },
    { name: 'Truck to Ningbo port', costType: 'LOCAL_FREIGHT', amount: '1310.00' },
  ];
  const ordered = await orders.order('ningbo', 'HP-1027', delivered, { orderDate: ago(75), rate: '0.1079' });
  await orders.open(ordered);
  await goTo(73);
  await orders.payDeposit(ordered, { paidOn: ago(73), paidAmount: '7245.55', paymentReference: 'TT-0676' });
  await shipments.ship('autumn', 74);
  // This cloth was never woven, and the deposit stays with the mill.
  const never = await orders.order('yiwu', 'HP-1028', goods([['TWL-01', 1000]]), {
    orderDate: ago(73),
    rate: '0.1079',
  });
  await orders.open(never);
  await orders.payDeposit(never, { paidOn: ago(73), paymentReference: 'TT-0677' });
  // One product has no weight and the basis was chosen explicitly, so part of the cost stays unassigned.
  const f5 = await invoice('ocean', 'MOF-88251', 70, [{ ...freight('5980.00'), basis: 'WEIGHT' }], {
    rate: '0.7633',
    shippingMethod: 'SEA',
    type: 'SHIPPING_ONLY',
    pairedWith: about(y2, n4),
  });
  // A hundred pounds in three equal parts: one order carries the extra penny.
  const local = await invoice(
    'haulage',
    'TH-30918',
    64,
    [{ name: 'Haulage to Bristol warehouse', costType: 'LOCAL_FREIGHT', amount: '100.00', basis: 'EQUAL' }],
    { pairedWith: about(n1) },
  );
  const c4 = await invoice('customs', 'HCB-5521', 60, [duty('1946.75'), clearance('185.00')], {
    type: 'CUSTOMS_ONLY',
    pairedWith: about(y2, n4),
  });
  await call(patchInvoiceLine, {
    params: { invoiceId: c4.id, id: c4.lines[1] ?? '' },
    body: {
      isExcludedFromGeneralCostsData: true,
      exclusionReason: 'Charged on to the carrier: their paperwork was late',
    },
  });
  await stock.importOrders(92, 61);
  for (const made of [y2, n4, local, c4]) await finish(made, 'CLOSED');
  await finish(f5, 'OPEN');
  await payments.autumn(y2, n4, local);
  // The broker's invoice was closed and then reopened for a correction.
  await call(reopenInvoice, { params: { id: c4.id }, body: {} });

  await goTo(53);
  await shipments.arrive('autumn', 55, 53);
  // Two dozen kettles arrived dented, and the factory issues a credit note for them.
  await goTo(52);
  const dented = await call(createInvoice, {
    body: {
      creditsInvoiceId: n4.id,
      invoiceNumber: 'HS-1142-C',
      date: ago(52),
      total: '-1363.20',
      creditLines: [{ invoiceLineId: n4.lines[1] ?? '', amount: '1363.20', quantity: '24' }],
    },
  });
  const credited: Line = { sku: 'HP-KTL-02', units: 24, amount: '-1363.20' };
  await attachPdf(dented.id, 'ningbo', 'HS-1142-C', 52, [credited], { title: 'CREDIT NOTE' });
  // Its amount is kept for a later invoice of the factory.
  await call(confirmInvoice, { params: { id: dented.id }, body: { keepAsCredit: true } });
  await call(closeInvoice, { params: { id: dented.id }, body: {} });

  await goTo(45);
  await orders.cancel(never);
  const autumn = await shipments.packListsIn('autumn');
  await stock.receive(autumn, { days: [53, 52, 50], place: 'WAREHOUSE' });
  await stock.sendToAmazon(autumn, 50);

  // The last weeks: goods in transit, and invoices that are still being worked on.
  const s3 = await invoice(
    'shenzhen',
    'LT-3447',
    38,
    goods([
      ['LMP-01', 1500],
      ['LMP-03', 700],
      ['NLT-02', 1800],
      ['NLT-03', 900],
      ['CBL-03', 2000],
      ['STD-02', 800],
      ['STD-03', 700],
    ]),
    { rate: '0.1078', shippingMethod: 'SEA', etd: ago(24) },
  );
  const ofOrder = delivered.map((line, i) => ({ ...line, purchaseOrderLineId: ordered.itemIds[i] ?? '' }));
  const n5 = await invoice('ningbo', 'HS-1187', 30, ofOrder, {
    rate: '0.1073',
    vesselVoyage: 'Cosco Pride 114E',
    readyOn: ago(26),
    etd: ago(24),
    billToCompany: 'Harbour & Pine Ltd',
  });
  await stock.importOrders(63, 31);
  await stock.takeBack(['KTL-01', 'SPK-01', 'LMP-02', 'MUG-02'], 34);
  await goTo(26);
  const packed = await shipments.pack([s3, n5], { ready: 26 });
  await shipments.mixRests(packed, ['CUT-03', 'ORG-02', 'MUG-03']);
  await shipments.plan('underWay', packed);
  await goTo(24);
  await shipments.ship('underWay', 24, { trackingNumber: 'MRDU 436514 3' });
  const f6 = await invoice('ocean', 'MOF-88302', 16, [freight('5125.00')], {
    rate: '0.7619',
    shippingMethod: 'SEA',
    type: 'SHIPPING_ONLY',
    vesselVoyage: 'Cosco Pride 114E',
    pairedWith: shipments.about('underWay'),
  });
  await finish(s3, 'OPEN');
  await finish(n5, 'OPEN');
  await finish(f6, 'OPEN');
  await payments.inTransit(s3, n5, dented);
  await shipments.planRest('behind');
  // A late bill for goods that arrived long ago changes their cost afterwards.
  const late = await invoice(
    'ocean',
    'MOF-88317',
    12,
    [{ name: 'Demurrage at Felixstowe', costType: 'SHIPPING', amount: '640.00' }],
    {
      rate: '0.7622',
      shippingMethod: 'SEA',
      type: 'SHIPPING_ONLY',
      pairedWith: about(s2, n3),
    },
  );
  await finish(late, 'OPEN');
  // The kettle has a new box and was weighed again. Existing orders keep the old weight.
  await call(patchProduct, {
    params: { id: skus.get('HP-KTL-01') ?? '' },
    body: { weight: '1240', casePackaging: { weight: '14880' } },
  });
  const towels = goods([
    ['TWL-01', 500],
    ['TWL-03', 400],
    ['HTW-03', 800],
    ['RUG-02', 500],
    ['RUG-03', 400],
    ['APR-03', 600],
    ['HNG-03', 200],
  ]);
  const y3 = await invoice('yiwu', 'YL-0863', 9, towels, { rate: '0.1076' });
  await goTo(6);
  await orders.now();
  // Two digits of the total were swapped while typing, so the difference is divisible by 9.
  const typed = await invoice(
    'shenzhen',
    'LT-3462',
    3,
    goods([
      ['SPK-03', 500],
      ['USB-03', 600],
      ['FAN-02', 400],
      ['FAN-03', 300],
    ]),
    { rate: '0.1076' },
  );
  await call(updateInvoiceBasic, { params: { id: typed.id }, body: { total: '91000.00' } });
  await finish(y3, 'WORKING');
  await payments.now(y3, typed, [
    [f5, 32],
    [c4, 2],
  ]);
  await shipments.packAndPlan('next', [y3], {
    only: [['TWL-03', 240]],
    unplanned: ['TWL-03', 'RUG-03', 'HNG-03'],
  });
  await shipments.pack([typed], { ready: 1, only: [['SPK-03', 360]], unpacked: ['FAN-03'] });
  await payments.cash();
  const { doorToDoor } = await demoFreight(call, { ago, suppliers, skus });
  await shipments.rateBy('next', doorToDoor);
  // The rates of the months, from the bank's file, and the one at which the bank account of the seller sold pounds.
  await goTo(2);
  await call(uploadExchangeRates, {
    query: { dryRun: 'false' },
    file: { name: 'eurofxref-hist.csv', content: Buffer.from(ratesFile(ago(1))) },
  });
  await call(createExchangeRate, { body: { day: ago(9), base: 'GBP', quote: 'CNY', rate: '9.2950' } });
  await stock.importOrders(33, 2);
  await stock.takeBack(['BAG-01', 'TWL-01', 'USB-01', 'SPK-01'], 4);
  await stock.count('BRD-01', 117);
  // The packing list of these goods was uploaded, but has not been attached to their invoice yet.
  await goTo(1);
  await call(uploadDocument, {
    query: { documentType: 'OTHER' },
    file: {
      name: 'scan-0214.pdf',
      content: printed('yiwu', 'YL-0863', 9, towels, { title: 'PACKING LIST' }),
    },
  });
  await saveViews(call);
}

const csvCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Formats the catalogue as CSV, with the columns of the CSV template and the HS code. */
function catalogueCsv(): string {
  const header =
    'sku,name,asin,fnsku,brand,supplier,status,channel,countryOfOrigin,length,width,height,dimensionUnit,weight,' +
    'weightUnit,supplierLeadTime,notes,hsCode';
  const names = new Map(SUPPLIERS.map((s) => [s.key as string, s.companyName]));
  const rows = PRODUCTS.map((p) =>
    [
      p.sku,
      p.name,
      p.asin,
      '',
      'Harbour & Pine',
      names.get(p.supplier) ?? '',
      p.status,
      'AMAZON_UK',
      'CN',
      ...p.size.map(String),
      'CM',
      p.grams === null ? '' : String(p.grams),
      'GR',
      '',
      '',
      hsCodeOf(p.sku),
    ]
      .map(csvCell)
      .join(','),
  );
  return `${[header, ...rows].join('\n')}\n`;
}
