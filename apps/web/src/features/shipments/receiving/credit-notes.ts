import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { read } from '../../../lib/api/query-client.ts';

/** The latest credit notes of a supplier, as options. */
export const creditNotesOf = (supplierId: string) => ({
  ...read('invoices', listInvoices, {
    query: {
      size: 50,
      filter: JSON.stringify([
        { field: 'supplier', op: 'in', values: [supplierId] },
        { field: 'kind', op: 'in', values: ['CREDIT_NOTE'] },
      ]),
    },
  }),
  select: ({ content }: { readonly content: readonly { readonly id: string; readonly invoiceNumber: string }[] }) =>
    content.map(({ id, invoiceNumber }) => ({ value: id, label: invoiceNumber })),
});
