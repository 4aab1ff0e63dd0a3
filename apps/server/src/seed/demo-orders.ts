import type { BodyIn, EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { getPurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import { payPayment } from '@quayside/contracts/payments/payments';
import { createPurchaseOrder, patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { decimalText } from '@quayside/domain/money/money';
import type { LocalInput } from '../http/local-client.ts';

/** Makes one call as the demo seller, which must succeed. */
type Call = <E extends EndpointSpec>(endpoint: E, input?: LocalInput<E>) => Promise<ResponseOf<E>>;
/** What is ordered: units of a product at its price, or words with an amount. */
interface Ordered {
  readonly sku?: string;
  readonly units?: number;
  readonly name?: string;
  readonly amount?: string;
}
interface Known {
  readonly suppliers: ReadonlyMap<string, string>;
  /** Products and their prices in hundredths, by SKU. */
  readonly skus: ReadonlyMap<string, string>;
  readonly price: ReadonlyMap<string, bigint>;
}
interface Order {
  readonly id: string;
  readonly itemIds: readonly string[];
}

/** The purchase orders of the demo seller. Each part belongs to one day of the story. */
export function demoOrders(call: Call, ago: (days: number) => string, { suppliers, skus, price }: Known) {
  const order = async (
    supplier: string,
    poNumber: string,
    lines: readonly Ordered[],
    header: Omit<BodyIn<typeof createPurchaseOrder>, 'items'>,
  ): Promise<Order> => {
    const made = await call(createPurchaseOrder, {
      body: {
        supplierId: suppliers.get(supplier) ?? '',
        poNumber,
        ...header,
        items: lines.map(({ sku, units = 1, name, amount }) =>
          sku === undefined
            ? { name: name ?? null, quantity: String(units), unitPrice: amount ?? '0' }
            : {
                productId: skus.get(sku) ?? null,
                quantity: String(units),
                unitPrice: decimalText(price.get(sku) ?? 0n, 2),
              },
        ),
      },
    });
    return { id: made.id, itemIds: made.items.map(({ id }) => id) };
  };
  const open = ({ id }: Order) => call(patchPurchaseOrder, { params: { id }, body: { status: 'OPEN' } });

  return {
    order,
    open,
    /** Pays the first instalment of a purchase order: its deposit. */
    async payDeposit({ id }: Order, bank: Omit<BodyIn<typeof payPayment>, 'isConfirmed'>) {
      const { payments } = await call(getPurchaseOrderPayments, { params: { purchaseOrderId: id } });
      await call(payPayment, {
        params: { paymentId: payments[0]?.id ?? '' },
        body: { isConfirmed: true, fee: '15.00', ...bank },
      });
    },
    /** The factory cannot make it, and keeps the deposit until something else is bought. */
    cancel: ({ id }: Order) =>
      call(patchPurchaseOrder, {
        params: { id },
        body: { status: 'CLOSED', closeReason: 'CANCELLED', closeWords: 'The mill stopped weaving this cloth.' },
      }),
    /** An order whose deposit is due in two weeks, and one that is still being written. */
    async now() {
      const goods = [
        { sku: 'HP-LMP-01', units: 1000 },
        { sku: 'HP-NLT-02', units: 1200 },
      ];
      const made = await order('shenzhen', 'HP-1030', goods, {
        orderDate: ago(6),
        rate: '0.1076',
        deliveryDate: ago(-45),
        paymentTerms: [
          { percentOfPayment: '0.3', event: 'ORDER', dueDate: ago(-14) },
          { percentOfPayment: '0.7', event: 'SHIPPING' },
        ],
      });
      await open(made);
      await order('ningbo', 'HP-1031', [{ sku: 'HP-KTL-01', units: 1200 }], { orderDate: ago(6), rate: '0.1076' });
    },
  };
}
