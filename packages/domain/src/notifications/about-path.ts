/** What a notification is about: its kind, its id, and its name of today (null: it is gone). */
interface About {
  readonly type: 'INVOICE' | 'PRODUCT' | 'DOCUMENT' | 'SUPPLIER' | 'IMPORT';
  readonly id: string;
  readonly label: string | null;
}

/** The page of what a notification is about, for the browser and for mails; undefined where nothing leads there any more. */
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
    case 'IMPORT':
      return `/products/import/${id}`;
  }
}
