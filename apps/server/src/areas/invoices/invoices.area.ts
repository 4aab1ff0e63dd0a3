import type { Area } from '../area.ts';
import { invoicesAudit } from './invoices.audit.ts';
import { invoiceNames } from './lists/invoice-names.views.ts';
import { findInvoices } from './lists/invoice-search.views.ts';
import { documentReactions, invoiceDocuments } from './documents/invoice-documents.service.ts';
import { invoicesJobs } from './invoices.jobs.ts';
import { invoicesOfSupplier } from './reactions/invoice-suppliers.service.ts';
import { currencyReactions } from './reactions/invoice-rates.service.ts';
import { mountInvoices } from './invoices.routes.ts';
import { listInReview } from './lists/waiting-invoices.views.ts';

export const invoicesArea: Area = {
  name: 'invoices',
  audit: invoicesAudit,
  tables: ['invoice', 'invoice_line', 'invoice_pairing'],
  mount: mountInvoices,
  reactions: { ...documentReactions, ...currencyReactions },
  documentOwner: invoiceDocuments,
  jobs: invoicesJobs,
  ofSupplier: invoicesOfSupplier,
  search: findInvoices,
  names: invoiceNames,
  waiting: listInReview,
};
