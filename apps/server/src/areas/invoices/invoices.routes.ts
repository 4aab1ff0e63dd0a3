import * as calls from '@quayside/contracts/invoices';
import { type Mounting, mount } from '../../http/mount.ts';
import { previewAllocation } from '../costs/public.ts';
import * as documents from './invoice-documents.service.ts';
import * as lines from './invoice-lines.service.ts';
import * as invoices from './invoices.service.ts';

/** Binds the calls of invoices, their lines and their documents. */
export function mountInvoices(m: Mounting): void {
  const { files } = m.deps;
  mount(m, calls.listInvoices)((w, i) => invoices.listInvoices(w, i.query));
  mount(m, calls.invoiceTotals)((w, i) => invoices.invoiceTotals(w, i.query));
  mount(m, calls.createInvoice)((w, i) => invoices.createInvoice(w, i.body));
  mount(m, calls.getInvoice)((w, i) => invoices.getInvoice(w, i.params.id));
  mount(m, calls.updateInvoiceBasic)((w, i) => invoices.updateInvoiceBasic(w, i.params.id, i.body));
  mount(m, calls.deleteInvoice)((w, i) => invoices.deleteInvoice(w, i.params.id, i.ifMatch));
  mount(m, calls.confirmInvoice)((w, i) => invoices.moveInvoice(w, i.params.id, 'CONFIRM', i.body.version));
  mount(m, calls.closeInvoice)((w, i) => invoices.moveInvoice(w, i.params.id, 'CLOSE', i.body.version));
  mount(m, calls.reopenInvoice)((w, i) => invoices.moveInvoice(w, i.params.id, 'REOPEN', i.body.version));
  mount(m, calls.listInvoiceCostTypes)(async () => lines.costTypeOptions());
  mount(m, calls.createInvoiceLine)((w, i) => lines.createLine(w, i.params.invoiceId, i.body));
  mount(m, calls.patchInvoiceLine)((w, i) => lines.patchLine(w, i.params.invoiceId, i.params.id, i.body));
  mount(m, calls.deleteInvoiceLine)((w, i) => lines.deleteLine(w, i.params.invoiceId, i.params.id, i.ifMatch));
  mount(m, calls.bulkPatchInvoiceLines)((w, i) => lines.bulkPatchLines(w, i.body));
  mount(m, calls.previewAllocation)((w, i) => previewAllocation(w, i.params.invoiceId, i.params.id, i.body));
  mount(m, calls.listScopeOptions)((w, i) => invoices.listScopeOptions(w, i.params.id, i.query.search));
  mount(m, calls.uploadInvoice)((w, i) => documents.uploadInvoice(w, files, i.query.supplierId, i.upload));
  mount(m, calls.replaceInvoiceUpload)((w, i) => documents.replaceInvoiceUpload(w, files, i.params.id, i.upload));
  mount(m, calls.getInvoiceDocument)((w, i) => documents.getInvoiceDocument(w, files, i.params.id));
}
