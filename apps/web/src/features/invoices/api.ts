import {
  archiveInvoice,
  bulkPatchInvoiceLines,
  confirmInvoice,
  createInvoice,
  createInvoiceLine,
  closeInvoice,
  deleteInvoice,
  deleteInvoiceLine,
  findInvoiceDuplicates,
  getInvoice,
  getInvoiceDocument,
  type Invoice,
  type InvoiceWithLines,
  listScopeOptions,
  patchInvoiceLine,
  previewAllocation,
  reopenInvoice,
  replaceInvoice,
  replaceInvoiceUpload,
  unarchiveInvoice,
  updateInvoiceBasic,
  uploadInvoice,
} from '@quayside/contracts/invoices';
import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import { listProducts } from '@quayside/contracts/products';
import { listSuppliers } from '@quayside/contracts/suppliers';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call, callFile } from '../../lib/call.ts';
import { queryClient, read } from '../../lib/query-client.ts';
import { linkToBlob, saveBlob } from '../../lib/save-blob.ts';
import type { EditorCalls, LineChange } from './editor/editor-state.ts';

const OPTIONS = 20;
const SUPPLIERS = 2000;

/** One invoice with its lines. */
export const invoiceQuery = (id: string) => read('invoices', getInvoice, { params: { id } });

/** What depends on costs is read again: lists of invoices, costs, products. */
export const invalidateCosts = (): void => {
  for (const topic of ['invoices', 'costs', 'products']) void queryClient.invalidateQueries({ queryKey: [topic] });
};

/** All suppliers that can send an invoice, by name. */
export const useSuppliers = () =>
  useQuery({
    ...read('suppliers', listSuppliers, { query: { size: SUPPLIERS, sort: ['companyName,asc'] } }),
    staleTime: 60_000,
    select: (page) => page.content,
  });

/** Products that a text finds, for the cell of a line. */
export const useProductOptions = (text: string, isOpen: boolean) =>
  useQuery({
    ...read('products', listProducts, { query: { size: OPTIONS, ...(text.trim() ? { search: text.trim() } : {}) } }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    select: (page) => page.content,
  });

/** Orders, invoices and products that a cost can be spread over. */
export const useScopeOptions = (id: string, search: string, isOpen = true) =>
  useQuery({
    ...read('invoices', listScopeOptions, { params: { id }, query: search.trim() ? { search: search.trim() } : {} }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });

/** Invoices that may be the same bill as one that is being typed. */
export const useDuplicates = (typed: QueryIn<typeof findInvoiceDuplicates>, isOn: boolean) =>
  useQuery({
    ...read('invoices', findInvoiceDuplicates, { query: typed }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    retry: false,
  });

type PreviewBody = BodyIn<typeof previewAllocation>;
/** What a basis or scope would do; `stamp` is the line's version and the invoice's, so that a stored change is worked out anew. */
export const usePreview = (invoiceId: string, lineId: string, body: PreviewBody, stamp: string, isOn = true) =>
  useQuery(
    queryOptions({
      queryKey: ['costs', 'preview', invoiceId, lineId, body, stamp] as const,
      queryFn: ({ signal }) => call(previewAllocation, { params: { invoiceId, id: lineId }, body, signal }),
      enabled: isOn,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );

const remember = (invoice: InvoiceWithLines): InvoiceWithLines => {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice);
  return invoice;
};

/** Starts an invoice. Errors belong to the form. */
export const useCreateInvoice = () =>
  useMutation({
    mutationFn: (body: BodyIn<typeof createInvoice>) => call(createInvoice, { body }),
    onSuccess: (invoice) => (remember(invoice), void queryClient.invalidateQueries({ queryKey: ['invoices'] })),
    meta: { quiet: true },
  });

/** Starts an invoice from its document. */
export const useUploadInvoice = () =>
  useMutation({
    mutationFn: ({ supplierId, file }: { supplierId: string | undefined; file: File }) =>
      call(uploadInvoice, { query: supplierId === undefined ? {} : { supplierId }, file }),
    onSuccess: (invoice) => (remember(invoice), void queryClient.invalidateQueries({ queryKey: ['invoices'] })),
    meta: { quiet: true },
  });

export type Move = 'confirm' | 'close' | 'reopen';
const MOVES = { confirm: confirmInvoice, close: closeInvoice, reopen: reopenInvoice } as const;

/** Confirms, closes or re-opens. */
export const moveInvoice = (move: Move, invoice: Pick<Invoice, 'id' | 'version'>): Promise<InvoiceWithLines> =>
  call(MOVES[move], { params: { id: invoice.id }, body: { version: invoice.version } });

/** Takes closed invoices out of the default lists, or brings them back, one after the other; tells how many were done and what stopped it. */
export async function setArchived(invoices: readonly Pick<Invoice, 'id' | 'version'>[], isArchived: boolean): Promise<{ done: Invoice[]; error?: unknown }> {
  const done: Invoice[] = [];
  for (const { id, version } of invoices) {
    try {
      done.push(await call(isArchived ? archiveInvoice : unarchiveInvoice, { params: { id }, body: { version } }));
    } catch (error) {
      return { done, error };
    }
  }
  return { done };
}

export const removeInvoice = (invoice: Pick<Invoice, 'id' | 'version'>): Promise<void> =>
  call(deleteInvoice, { params: { id: invoice.id }, ifMatch: invoice.version });
export const replaceDocument = (id: string, file: File): Promise<InvoiceWithLines> => call(replaceInvoiceUpload, { params: { id }, file });

/** Opens a PDF in a new tab; what a browser cannot show is saved as a file. True: it opened. */
export async function openDocument(invoice: Pick<Invoice, 'id' | 'document'>): Promise<boolean> {
  const isPdf = invoice.document?.contentType === 'application/pdf';
  // The tab opens with the press itself, or it would count as a pop-up.
  const tab = isPdf ? window.open('', '_blank') : null;
  try {
    const { blob, name } = await callFile(getInvoiceDocument, { params: { id: invoice.id } });
    const bytes = isPdf ? new Blob([blob], { type: 'application/pdf' }) : blob;
    if (tab) tab.location.replace(linkToBlob(bytes));
    else saveBlob(bytes, invoice.document?.fileName ?? name);
    return tab !== null;
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** One call takes 500 lines. */
const CHUNK = 500;
async function saveInChunks(lines: readonly LineChange[]): Promise<void> {
  for (let at = 0; at < lines.length; at += CHUNK) await call(bulkPatchInvoiceLines, { body: { lines: lines.slice(at, at + CHUNK) } });
}

/** The calls of the editor, with the cache kept from older answers that arrive later. */
export function editorCalls(id: string, told: Pick<EditorCalls, 'onRefusal' | 'onSettled'>): EditorCalls {
  const { queryKey } = invoiceQuery(id);
  /** A reading that began before a write ended knows less than its answer. */
  const inTurn = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } finally {
      await queryClient.cancelQueries({ queryKey });
    }
  };
  return {
    ...told,
    saveHeader: (body) => inTurn(() => call(updateInvoiceBasic, { params: { id }, body })),
    createLine: (body, idempotencyKey) => inTurn(() => call(createInvoiceLine, { params: { invoiceId: id }, body, idempotencyKey })),
    saveLine: (lineId, body) => inTurn(() => call(patchInvoiceLine, { params: { invoiceId: id, id: lineId }, body })),
    deleteLine: (lineId, version) => inTurn(() => call(deleteInvoiceLine, { params: { invoiceId: id, id: lineId }, ifMatch: version })),
    saveLines: (lines) => inTurn(() => saveInChunks(lines)),
    replaceLines: (lines, version) => inTurn(() => call(replaceInvoice, { params: { id }, body: { lines: [...lines], version } })),
    load: () => call(getInvoice, { params: { id } }),
    newKey: () => crypto.randomUUID(),
    now: () => Date.now(),
  };
}
