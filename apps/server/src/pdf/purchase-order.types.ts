/** The words that a printed purchase order shows, in the language of the document. */
export interface PrintedWords {
  readonly purchaseOrder: string;
  readonly internalNumber: string;
  readonly supplier: string;
  readonly shipTo: string;
  readonly orderDate: string;
  readonly deliveryDate: string;
  readonly shipping: string;
  readonly shippingNumber: string;
  readonly currency: string;
  readonly sku: string;
  readonly description: string;
  readonly quantity: string;
  readonly cartons: string;
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  readonly terms: string;
  readonly cartonMarks: string;
  readonly notes: string;
  readonly bankDetails: string;
  readonly forBuyer: string;
  readonly forSupplier: string;
  /** With `{{page}}` and `{{pages}}`. */
  readonly page: string;
}

/**
 * All that a printed purchase order shows, as it is shown. It contains neither the time nor a random value, so the same
 * values always make the same bytes.
 */
export interface PrintedOrder {
  readonly words: PrintedWords;
  readonly paperSize: 'A4' | 'LETTER';
  readonly buyer: string;
  readonly poNumber: string;
  readonly internalNumber: string | null;
  /** "Revision 2"; null for the first. */
  readonly revision: string | null;
  readonly supplier: readonly string[];
  readonly shipTo: string | null;
  readonly orderDate: string | null;
  readonly deliveryDate: string | null;
  readonly shipping: readonly string[];
  readonly shippingNumber: string | null;
  readonly currency: string;
  readonly hasPrices: boolean;
  readonly items: readonly {
    readonly sku: string;
    readonly itemNumber: string | null;
    readonly name: string;
    readonly words: string | null;
    readonly quantity: string;
    readonly cartons: string;
    readonly price: string;
    readonly amount: string;
  }[];
  /** Cartons, volume and weight, as far as they are known of all items. */
  readonly measures: string;
  readonly total: string;
  readonly terms: readonly {
    readonly share: string;
    readonly rule: string;
    readonly day: string;
    readonly amount: string;
  }[];
  readonly cartonMarks: string | null;
  readonly notes: string | null;
  readonly bankingDetails: string | null;
  /** The day of the document, yyyy-MM-dd: the order date. PDF readers show it as the day of its creation. */
  readonly day: string;
}
