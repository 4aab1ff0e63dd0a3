import type { CostCategory } from '@quayside/domain/lists';
import { seeded } from './catalogue.ts';

/** An invoice whose rows are inserted directly; the engine computes its orders, entries and totals. */
export interface NewInvoice {
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  readonly rate: string | null;
  readonly pairedWith: readonly string[];
  readonly lines: readonly {
    readonly id: string;
    readonly productId: string | null;
    readonly costType: CostCategory;
    readonly quantity: number;
    readonly minor: number;
  }[];
}
/** A freight line, and the invoice lines whose orders share its amount. */
interface Freight {
  readonly freightLineId: string;
  readonly lines: readonly { readonly invoiceId: string; readonly lineId: string }[];
}
/** The invoices to create, and the ids that the measured calls use. */
export interface Plan {
  readonly invoices: readonly NewInvoice[];
  /** The id of the first invoice. In the plan of `planAccount` it has 100 lines. */
  readonly bigInvoiceId: string;
  /** Freight lines, each of which is allocated to 200 orders. */
  readonly freights: readonly Freight[];
  /** A product with 500 cost entries: 50 orders with ten entries each. */
  readonly explainedProductId: string;
}

const FACTORY = 1_801;
const FREIGHT = 197;
const SPREAD = 20;
const EXPLAINED = 50;
const COSTS = ['SHIPPING', 'CUSTOMS_AND_DUTIES', 'INSPECTIONS', 'OTHER'] as const;
const NINE_COSTS = [...COSTS, 'LOCAL_FREIGHT', 'STORAGE', 'INSURANCE', 'BANK_FEES', 'PRODUCT_TESTING'] as const;

class Planner {
  readonly #newId: () => string;
  readonly #random = seeded(11);
  readonly #productIds: readonly string[];
  /** The last product of the catalogue. Only the invoices of `explained` contain it. */
  readonly explainedProductId: string;

  constructor(productIds: readonly string[], newId: () => string) {
    this.#newId = newId;
    this.#productIds = productIds.slice(0, -1);
    this.explainedProductId = productIds.at(-1) ?? '';
  }
  #number = (least: number, most: number): number => least + Math.floor(this.#random() * (most - least));
  #order = (productId: string) => ({
    id: this.#newId(),
    productId,
    costType: 'FACTORY_INVOICE' as const,
    quantity: this.#number(20, 900),
    minor: this.#number(50_000, 2_000_000),
  });
  #cost = (costType: CostCategory, minor: number) => ({
    id: this.#newId(),
    productId: null,
    costType,
    quantity: 1,
    minor: minor + this.#number(0, minor),
  });
  #invoice = (
    number: string,
    isForeign: boolean,
    pairedWith: readonly NewInvoice[],
    lines: NewInvoice['lines'],
  ): NewInvoice => ({
    id: this.#newId(),
    number,
    currency: isForeign ? 'CNY' : 'GBP',
    rate: isForeign ? '0.1085' : null,
    pairedWith: pairedWith.map((p) => p.id),
    lines,
  });

  factory = (i: number, orders: number): NewInvoice => {
    const lines = Array.from({ length: orders }, () =>
      this.#order(this.#productIds[this.#number(0, this.#productIds.length)] ?? ''),
    );
    return this.#invoice(`F-${String(i).padStart(5, '0')}`, i % 4 !== 0, [], lines);
  };
  freight = (i: number, pairedWith: readonly NewInvoice[], lines: number, minor: number): NewInvoice => {
    const costs = Array.from({ length: lines }, (_, j) => this.#cost(COSTS[j % COSTS.length] ?? 'OTHER', minor));
    return this.#invoice(`S-${String(i).padStart(5, '0')}`, false, pairedWith, costs);
  };
  /** Invoices of the explained product. Each has one order and nine costs, which give ten entries. */
  explained = (): NewInvoice[] =>
    Array.from({ length: EXPLAINED }, (_, i) =>
      this.#invoice(
        `X-${String(i).padStart(5, '0')}`,
        i % 2 === 0,
        [],
        [this.#order(this.explainedProductId), ...NINE_COSTS.map((costType) => this.#cost(costType, 5_000))],
      ),
    );
}

const freightOf = (freight: NewInvoice, group: readonly NewInvoice[]): Freight => ({
  freightLineId: freight.lines[0]?.id ?? '',
  lines: group.flatMap((f) => f.lines.map((line) => ({ invoiceId: f.id, lineId: line.id }))),
});

/**
 * Plans the account that the benchmark measures:
 * - 1,801 factory invoices: the first has 100 lines, the others have 10;
 * - 197 freight invoices of 10 lines, each paired with two of the factory invoices;
 * - two freight invoices of one line that is spread over 200 orders: one for the writes of Quayside, the other for
 *   those of the floor (the bare baseline server);
 * - 50 invoices of the explained product, each with one order and nine costs.
 */
export function planAccount(productIds: readonly string[], newId: () => string): Plan {
  const plan = new Planner(productIds, newId);
  const factory = Array.from({ length: FACTORY }, (_, i) => plan.factory(i, i === 0 ? 100 : 10));
  const small = Array.from({ length: FREIGHT }, (_, i) =>
    plan.freight(i, factory.slice(100 + i * 2, 102 + i * 2), 10, 20_000),
  );
  const groups = [factory.slice(1, 1 + SPREAD), factory.slice(1 + SPREAD, 1 + SPREAD * 2)];
  const large = groups.map((group, i) => plan.freight(FREIGHT + i, group, 1, 900_000));
  return {
    invoices: [...factory, ...small, ...large, ...plan.explained()],
    bigInvoiceId: factory[0]?.id ?? '',
    freights: large.map((invoice, i) => freightOf(invoice, groups[i] ?? [])),
    explainedProductId: plan.explainedProductId,
  };
}

/**
 * How many entries the invoices of `planMeasured` have: two freight lines over 200 orders each, and ten entries for
 * each order of the explained product.
 */
export const MEASURED_ENTRIES = SPREAD * 10 * 2 + EXPLAINED * 10;

/**
 * Plans the rows that are measured while the account grows: two freight lines over 200 orders each, and the orders of
 * the explained product.
 */
export function planMeasured(productIds: readonly string[], newId: () => string): Plan {
  const plan = new Planner(productIds, newId);
  const factory = Array.from({ length: SPREAD }, (_, i) => plan.factory(i, 10));
  const freight = plan.freight(0, factory, 1, 900_000);
  return {
    invoices: [...factory, freight, ...plan.explained()],
    bigInvoiceId: factory[0]?.id ?? '',
    freights: [freightOf(freight, factory)],
    explainedProductId: plan.explainedProductId,
  };
}
