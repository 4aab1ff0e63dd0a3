/** The subject of a notification: its kind, its id, and its current name (null when it was deleted). */
interface About {
  readonly type: 'INVOICE' | 'PRODUCT' | 'DOCUMENT' | 'SUPPLIER' | 'IMPORT' | 'PURCHASE_ORDER' | 'SHIPMENT_PLAN';
  readonly id: string;
  readonly label: string | null;
}

/** Returns the path of the page that a notification or its mail links to; undefined when that page no longer exists. */
export function pathOfAbout(about: About | null): string | undefined {
  if (!about || about.label === null) return undefined;
  const id = encodeURIComponent(about.id);
  switch (about.type) {
    case 'INVOICE':
      return `/invoices/${id}`;
    case 'PRODUCT':
      return `/products/${encodeURIComponent(about.label)}`;
    case 'DOCUMENT':
      return `/invoices-purchase-orders/documents?open=${id}`;
    case 'SUPPLIER':
      return `/suppliers/${id}`;
    case 'PURCHASE_ORDER':
      return `/purchase-order/${id}`;
    case 'SHIPMENT_PLAN':
      return `/orders-shipments/shipment-plans/${id}`;
    case 'IMPORT':
      return `/products/import/${id}`;
  }
}
