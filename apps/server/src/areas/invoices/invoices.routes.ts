import { exportInvoices } from '@quayside/contracts/exports';
import * as documentCalls from '@quayside/contracts/invoices/invoice-documents';
import * as lineImportCalls from '@quayside/contracts/invoices/invoice-line-imports';
import * as allocationCalls from '@quayside/contracts/costs/allocation-preview';
import * as lineCalls from '@quayside/contracts/invoices/invoice-lines';
import * as moveCalls from '@quayside/contracts/invoices/invoice-moves';
import * as calls from '@quayside/contracts/invoices/invoices';
import { listInvoicePurchaseOrderSummaries } from '@quayside/contracts/purchasing/purchase-orders';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { previewAllocation } from '../costs/public.ts';
import { listSummariesForInvoices } from '../purchasing/public.ts';
import * as documents from './documents/invoice-documents.service.ts';
import { matchDocument } from './documents/invoice-matching.service.ts';
import { readInvoiceDocument } from './documents/invoice-reading.service.ts';
import * as changes from './edit/invoice-changes.service.ts';
import * as duplicates from './warnings/invoice-duplicates.service.ts';
import * as history from './history/invoice-history.service.ts';
import * as lines from './lines/invoice-lines.service.ts';
import * as lineImport from './import/line-import.service.ts';
import * as moves from './lines/invoice-moves.service.ts';
import { invoiceExport } from './lists/invoices.export.ts';
import * as invoices from './edit/invoices.service.ts';

/** Mounts the calls for invoices, their lines and their documents. */
export function mountInvoices(m: Mounting): void {
  const { files } = m.deps;
  mount(m, calls.listInvoices)((w, i) => invoices.listInvoices(w, i.query));
  mount(m, calls.invoiceTotals)((w, i) => invoices.invoiceTotals(w, i.query));
  mountExport(m, exportInvoices)(invoiceExport);
  mount(m, calls.createInvoice)((w, i) => invoices.createInvoice(w, i.body));
  mount(m, calls.getInvoice)((w, i) => invoices.getInvoice(w, i.params.id));
  mount(m, calls.updateInvoiceBasic)((w, i) => changes.updateInvoiceBasic(w, i.params.id, i.body));
  mount(m, calls.replaceInvoice)((w, i) => changes.replaceInvoice(w, i.params.id, i.body));
  mount(m, calls.listInvoiceUses)((w, i) => moves.listUses(w, i.params.id));
  mount(m, calls.deleteInvoice)((w, i) => moves.deleteInvoice(w, i.params.id, i.ifMatch));
  mount(m, moveCalls.confirmInvoice)((w, i) => moves.moveInvoice(w, i.params.id, 'CONFIRM', i.body.version, i.body));
  mount(m, moveCalls.acceptInvoiceRate)((w, i) => changes.acceptInvoiceRate(w, i.params.id, i.body));
  mount(m, moveCalls.closeInvoice)((w, i) => moves.moveInvoice(w, i.params.id, 'CLOSE', i.body.version));
  mount(m, moveCalls.reopenInvoice)((w, i) => moves.moveInvoice(w, i.params.id, 'REOPEN', i.body.version));
  mount(m, moveCalls.archiveInvoice)((w, i) => moves.archiveInvoice(w, i.params.id, i.body.version));
  mount(m, moveCalls.unarchiveInvoice)((w, i) => moves.unarchiveInvoice(w, i.params.id, i.body.version));
  mount(m, listInvoicePurchaseOrderSummaries)((w, i) => listSummariesForInvoices(w, i.query));
  mount(m, calls.listInvoiceHistory)((w, i) => history.listHistory(w, i.params.id, i.query));
  mount(m, calls.findInvoiceDuplicates)((w, i) => duplicates.findDuplicates(w, i.query));
  mount(m, calls.listInvoiceCostTypes)(async () => lines.costTypeOptions());
  mount(m, lineCalls.createInvoiceLine)((w, i) => lines.createLine(w, i.params.invoiceId, i.body));
  mount(m, lineCalls.patchInvoiceLine)((w, i) => lines.patchLine(w, i.params.invoiceId, i.params.id, i.body));
  mount(m, lineCalls.deleteInvoiceLine)((w, i) => lines.deleteLine(w, i.params.invoiceId, i.params.id, i.ifMatch));
  mount(m, lineCalls.bulkPatchInvoiceLines)((w, i) => lines.bulkPatchLines(w, i.body));
  mount(m, lineImportCalls.importInvoiceLines)((w, i) => lineImport.importLines(w, i.params.id, i.body));
  mount(m, lineImportCalls.importInvoiceLinesDryRun)((w, i) => lineImport.checkLineImport(w, i.params.id, i.body));
  mount(m, allocationCalls.previewAllocation)((w, i) => previewAllocation(w, i.params.invoiceId, i.params.id, i.body));
  mount(m, allocationCalls.listScopeOptions)((w, i) => invoices.listScopeOptions(w, i.params.id, i.query));
  mount(m, documentCalls.uploadInvoice)((w, i) => documents.uploadInvoice(w, files, i.query.supplierId, i.upload));
  mount(
    m,
    documentCalls.replaceInvoiceUpload,
  )((w, i) => documents.replaceInvoiceUpload(w, files, i.params.id, i.upload));
  mount(m, documentCalls.matchDocument)((w, i) => matchDocument(w, i.params.documentId));
  mount(m, documentCalls.readInvoiceDocument)((w, i) => readInvoiceDocument(w, i.params.documentId));
  mount(m, documentCalls.attachInvoiceDocument)((w, i) => documents.attachInvoiceDocument(w, i.params.id, i.body));
  mount(m, documentCalls.getInvoiceDocument)((w, i) => documents.getInvoiceDocument(w, files, i.params.id));
}
