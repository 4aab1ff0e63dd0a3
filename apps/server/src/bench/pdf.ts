import { previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import { createPurchaseOrder, type PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { printableOf } from '../areas/purchasing/pdf/purchase-order-pdf.model.ts';
import { requireOrderRow } from '../areas/purchasing/orders/purchase-orders.service.ts';
import { migrate } from '../db/migrate.ts';
import { inAccount } from '../db/tx.ts';
import { urlOf } from '../http/local-client.ts';
import { bytesOf, layoutOf } from '../pdf/pdf.worker.ts';
import type { PrintedOrder } from '../pdf/purchase-order.types.ts';
import { createDatabase, dropDatabases, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import type { FactWithGoal } from './facts.ts';
import { inSellersAccount } from './fill.queries.ts';
import type { Parts } from './parts.ts';
import { call, register, type Seller } from './people.ts';
import { median } from './rounds.ts';
import { pinDriver } from './servers.ts';
import { Wire } from './wire.ts';

const NAME = 'quayside_pdf';
const LINES = 50;
const WARM_UP = 5;
const SAMPLES = 25;
/** The call may take at most this many times as long as the library needs for the same bytes. */
const GOAL = 1.3;

/** Measures the call that makes the PDF of a purchase order of 50 lines, beside the library alone. */
export async function measurePdf(options: Parts): Promise<FactWithGoal[]> {
  const { database, say, signal } = options;
  await createDatabase(options, NAME);
  await migrate(urlOfDatabase(database.url, NAME));
  const product = await startProductOn(options, NAME);
  const wire = new Wire(product.port);
  try {
    const seller = await register(product.port, 0);
    const id = await createOrder(product.port, seller);
    const order = await printedOrder(options, seller, id);
    pinDriver();
    const path = urlOf(previewPurchaseOrderPdf, { userId: seller.userId, id });
    const headers = `authorization: Bearer ${seller.token}\r\n`;
    const times = { product: [] as number[], library: [] as number[] };
    for (let i = 0; i < WARM_UP + SAMPLES; i += 1) {
      signal.throwIfAborted();
      const began = performance.now();
      const { status, body } = await wire.send({ method: 'POST', path, headers, body: '{}' });
      const answered = performance.now();
      const layout = layoutOf(order);
      const laidOut = performance.now();
      const alone = await bytesOf(layout);
      if (status !== 200 || !alone.equals(body)) throw new Error(`The PDFs differ; the call answered ${status}`);
      if (i < WARM_UP) continue;
      times.product.push(answered - began);
      times.library.push(performance.now() - laidOut);
    }
    const [ours, alone] = [median(times.product), median(times.library)];
    const value = `${ours.toFixed(1)} ms; library alone ${alone.toFixed(1)} ms; ${(ours / alone).toFixed(2)} x`;
    const fact = { title: `PDF of ${LINES} lines`, value, goal: `<= ${GOAL} x`, isMet: ours / alone <= GOAL };
    say(`  ${fact.title}: ${value}`);
    return [fact];
  } finally {
    wire.close();
    await product.stop();
    await dropDatabases(options, [NAME]);
  }
}

/** Creates a purchase order of 50 lines, in Chinese and English. */
async function createOrder(port: number, seller: Seller): Promise<string> {
  const user = { userId: seller.userId };
  const path = urlOf(listSuppliers, user, { size: 1 });
  const suppliers = await call<{ content: { id: string }[] }>(port, 'GET', path, seller.token, undefined);
  const order = await call<PurchaseOrderWithItems>(port, 'POST', urlOf(createPurchaseOrder, user), seller.token, {
    supplierId: suppliers.content[0]?.id,
    rate: '0.11',
    notes: '请用素色纸箱包装。Please pack in plain cartons.',
    paymentTerms: [{ percentOfPayment: '0.3' }, { percentOfPayment: '0.7', event: 'BEFORE_SHIPPING' }],
    items: Array.from({ length: LINES }, (_, i) => ({
      name: `Folding bamboo board ${i + 1}, 竹制砧板, ${12 + i} cm`,
      supplierItemNumber: `NB-${1000 + i}`,
      quantity: String(480 + i * 24),
      unitPrice: `${2 + (i % 7)}.${10 + i}`,
    })),
  });
  return order.id;
}

/** What the PDF shows. */
const printedOrder = (options: Parts, seller: Seller, id: string): Promise<PrintedOrder> =>
  withSuperuser(options, NAME, (superuser) =>
    inSellersAccount(
      {
        databaseUrl: urlOfDatabase(options.database.url, NAME),
        superuser,
        userId: seller.userId,
        dataDir: options.dataDir,
      },
      (deps, scope) =>
        inAccount(deps, scope, async (w) => {
          const row = await requireOrderRow(w, id, undefined);
          const shown = {
            paperSize: 'A4',
            showPrices: true,
            showBankingDetails: false,
            showInternalNumber: false,
          } as const;
          return (await printableOf(w, row, shown)).order;
        }),
    ),
  );
