import {
  archiveInvoice,
  confirmInvoice,
  closeInvoice,
  reopenInvoice,
  unarchiveInvoice,
} from '@quayside/contracts/invoices/invoice-moves';
import { listScopeOptions, previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import {
  bulkPatchInvoiceLines,
  createInvoiceLine,
  deleteInvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoices/invoice-lines';
import {
  createInvoice,
  deleteInvoice,
  findInvoiceDuplicates,
  getInvoice,
  listInvoiceUses,
  type InvoiceWithLines,
  replaceInvoice,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { uploadDocument } from '@quayside/contracts/documents/documents';
import { getInvoiceDocument, replaceInvoiceUpload } from '@quayside/contracts/invoices/invoice-documents';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, callFile } from '../../lib/api/call.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { linkToBlob, saveBlob } from '../../lib/page/save-blob.ts';
import { useWrite } from '../../lib/api/write.ts';
import type { EditorCalls, LineChange } from './editor/editor-state.ts';

/** Loads one invoice with its lines. */
export const invoiceQuery = (id: string) => read('invoices', getInvoice, { params: { id } });

/** Invalidates everything that depends on the costs of invoices. */
export const invalidateCosts = (): void => {
  for (const topic of ['invoices', 'costs', 'products']) void queryClient.invalidateQueries({ queryKey: [topic] });
};

/** Searches the orders, invoices and products over which a cost can be spread. */
export const useScopeOptions = (
  id: string,
  { search, isOpen, isAll }: { search: string; isOpen: boolean; isAll: boolean },
) =>
  useQuery({
    ...read('invoices', listScopeOptions, {
      params: { id },
      query: { ...(search.trim() ? { search: search.trim() } : {}), ...(isAll ? { discontinued: 'true' } : {}) },
    }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });

/** Finds possible duplicates of an invoice while the person types its values. */
export const useDuplicates = (typed: QueryIn<typeof findInvoiceDuplicates>, isOn: boolean) =>
  useQuery({
    ...read('invoices', findInvoiceDuplicates, { query: typed }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });

type PreviewBody = BodyIn<typeof previewAllocation>;
/**
 * Previews how a line would be spread with another basis or scope. `stamp` contains the versions of the line and the
 * invoice, so that the preview is fetched again after a change is stored.
 */
export const usePreview = (invoiceId: string, lineId: string, body: PreviewBody, stamp: string, isOn = true) =>
  useQuery(
    queryOptions({
      queryKey: ['costs', 'preview', invoiceId, lineId, body, stamp] as const,
      queryFn: ({ signal }) => call(previewAllocation, { params: { invoiceId, id: lineId }, body, signal }),
      enabled: isOn,
      placeholderData: keepPreviousData,
    }),
  );

const remember = (invoice: InvoiceWithLines): InvoiceWithLines => {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice);
  return invoice;
};

/** Creates an invoice. The form shows any errors. */
export const useCreateInvoice = () =>
  useWrite({
    send: (body: BodyIn<typeof createInvoice>) => call(createInvoice, { body }),
    onSuccess: remember,
  });

/**
 * Returns a function that uploads the document of a new invoice and returns its id. A file that was uploaded already is
 * not uploaded again, so that a refused form can be sent once more.
 */
export function useUploadDocument(): (file: File) => Promise<string> {
  const uploaded = useRef<{ readonly file: File; readonly id: string }>(undefined);
  return async (file) => {
    if (uploaded.current?.file !== file) {
      const { id } = await call(uploadDocument, { query: { documentType: 'INVOICE' }, file });
      uploaded.current = { file, id };
    }
    return uploaded.current.id;
  };
}

export type Move = 'confirm' | 'close' | 'reopen';
const MOVES = { confirm: confirmInvoice, close: closeInvoice, reopen: reopenInvoice } as const;

/** Confirms, closes or re-opens an invoice. `keepAsCredit` is of a credit note that is confirmed. */
export const moveInvoice = (
  move: Move,
  { id, version }: Pick<Invoice, 'id' | 'version'>,
  keepAsCredit = false,
): Promise<InvoiceWithLines> =>
  keepAsCredit
    ? call(confirmInvoice, { params: { id }, body: { version, keepAsCredit } })
    : call(MOVES[move], { params: { id }, body: { version } });

/**
 * Archives or restores invoices one after the other, and stops at the first error. Returns the changed invoices and, if
 * there was one, the error.
 */
export async function setArchived(
  invoices: readonly Pick<Invoice, 'id' | 'version'>[],
  isArchived: boolean,
): Promise<{ done: Invoice[]; error?: unknown }> {
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

/** Lists what uses the invoice, because of which it cannot be deleted. */
export const listUses = (id: string) => call(listInvoiceUses, { params: { id } });
export const removeInvoice = (invoice: Pick<Invoice, 'id' | 'version'>): Promise<void> =>
  call(deleteInvoice, { params: { id: invoice.id }, ifMatch: invoice.version });
export const replaceDocument = (id: string, file: File): Promise<InvoiceWithLines> =>
  call(replaceInvoiceUpload, { params: { id }, file });

/** Opens a PDF in a new tab, and downloads any other file. Returns whether a tab was opened. */
export async function openDocument(invoice: Pick<Invoice, 'id' | 'document'>): Promise<boolean> {
  const isPdf = invoice.document?.contentType === 'application/pdf';
  // Open the tab during the click itself, because the browser would block a later pop-up.
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

/** The API accepts at most 500 lines per call. */
const CHUNK = 500;
async function saveInChunks(lines: readonly LineChange[]): Promise<void> {
  for (let at = 0; at < lines.length; at += CHUNK)
    await call(bulkPatchInvoiceLines, { body: { lines: lines.slice(at, at + CHUNK) } });
}

/** The API calls that the editor of an invoice makes. */
export function editorCalls(id: string, callbacks: Pick<EditorCalls, 'onRefusal' | 'onSettled'>): EditorCalls {
  const { queryKey } = invoiceQuery(id);
  /**
   * Runs a write, then cancels reads in flight. Such a read began before the write ended, so its result could be older
   * and would overwrite the result of the write.
   */
  const inTurn = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } finally {
      await queryClient.cancelQueries({ queryKey });
    }
  };
  return {
    ...callbacks,
    saveHeader: (body) => inTurn(() => call(updateInvoiceBasic, { params: { id }, body })),
    createLine: (body, idempotencyKey) =>
      inTurn(() => call(createInvoiceLine, { params: { invoiceId: id }, body, idempotencyKey })),
    saveLine: (lineId, body) => inTurn(() => call(patchInvoiceLine, { params: { invoiceId: id, id: lineId }, body })),
    deleteLine: (lineId, version) =>
      inTurn(() => call(deleteInvoiceLine, { params: { invoiceId: id, id: lineId }, ifMatch: version })),
    saveLines: (lines) => inTurn(() => saveInChunks(lines)),
    replaceLines: (lines, version) =>
      inTurn(() => call(replaceInvoice, { params: { id }, body: { lines: [...lines], version } })),
    load: () => call(getInvoice, { params: { id } }),
    newKey: () => crypto.randomUUID(),
    now: () => Date.now(),
  };
}
