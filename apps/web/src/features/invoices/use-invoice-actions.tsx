import { previewCreditNote } from '@quayside/contracts/payments/credits';
import type { Use } from '@quayside/contracts/errors';
import { hasCode, isApiError } from '../../lib/errors/api-error.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { confirm } from '../../components/ui/confirm.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { toast, toastFailure } from '../../lib/toasts/toasts.ts';
import { paths } from '../../lib/paths.ts';
import { documentProblem } from '../../lib/document-file.ts';
import { withPicturesAsPdf } from '../../lib/page/picture-pages.ts';
import { getInvoice } from '@quayside/contracts/invoices/invoices';
import { call } from '../../lib/api/call.ts';
import { formatFew } from '../../lib/words/format.ts';
import type { FailureWords } from '../../lib/errors/failure-words.ts';
import { rateWords, shownRate } from '../../lib/words/shown-rate.ts';
import { write } from '../../lib/api/write.ts';
import { ConfirmNote } from './confirm-note.tsx';
import { listUses, type Move, moveInvoice, openDocument, removeInvoice, replaceDocument, setArchived } from './api.ts';
import type { EditorState } from './editor/editor-state.ts';
import { useEditor } from './editor/use-editor.ts';
import { ConfirmWarnings } from './warnings-note.tsx';

type Invoice = EditorState['record'];

/** The actions on an invoice as a whole, such as confirm, close and delete. */
export function useInvoiceActions() {
  const t = useT();
  const editor = useEditor();
  const navigate = useNavigate();
  const [uses, setUses] = useState<readonly Use[]>([]);
  const number = () => editor.get().record.invoiceNumber;
  const failing = (verb: FailureWords['verb']) => ({ verb, entity: t('invoices:entity') });

  const move = async (kind: Move): Promise<void> => {
    if (!(await editor.flush())) return void toast('error', t('invoices:moves.unsaved'), { scope: 'global' });
    const { record: invoice } = editor.get();
    const isNote = kind === 'confirm' && invoice.kind === 'CREDIT_NOTE';
    const found = isNote ? await write(() => whereItGoes(invoice), { failure: failing('get') }) : undefined;
    if (isNote && !found) return;
    const goes = found?.result;
    const words = bodyOf(t, kind, invoice);
    let keepAsCredit = false;
    const isSure = await confirm({
      title: t(`invoices:moves.${kind}Title`, { number: number() }),
      body: (
        <>
          {kind === 'confirm' && <ConfirmWarnings warnings={editor.get().record.warnings} />}
          {goes ? <ConfirmNote words={words} goes={goes} onKeep={(isKept) => (keepAsCredit = isKept)} /> : words}
        </>
      ),
      action: t(`invoices:moves.${kind}Action`),
    });
    if (!isSure) return;
    await write(
      async () => editor.adopt(await editor.run(() => moveInvoice(kind, editor.get().record, keepAsCredit))),
      {
        failure: failing('update'),
        done: t(`invoices:moves.${({ confirm: 'confirmed', close: 'closed', reopen: 'reopened' } as const)[kind]}`, {
          number: number(),
        }),
        scope: 'global',
      },
    );
  };
  const remove = async (): Promise<void> => {
    const { record: invoice } = editor.get();
    const found = await write(() => listUses(invoice.id), { failure: failing('get') });
    if (!found) return;
    if (found.result.length > 0) return setUses(found.result);
    const isSure = await confirm({
      title: t('invoices:moves.deleteTitle', { number: number() }),
      body: deleteBody(t, editor.get()),
      action: t('invoices:moves.delete'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await editor.run(() => removeInvoice(editor.get().record));
      toast('success', t('invoices:moves.deleted', { number: invoice.invoiceNumber }), { scope: 'global' });
      void navigate(paths.invoices(), { replace: true });
    } catch (error) {
      if (isApiError(error) && error.uses.length > 0) setUses(error.uses);
      else toastFailure(error, failing('delete'));
    }
  };
  const archive = async (isArchived: boolean): Promise<void> => {
    if (!(await editor.flush())) return void toast('error', t('invoices:moves.unsaved'), { scope: 'global' });
    const send = async () => {
      const { done, error } = await editor.run(() => setArchived([editor.get().record], isArchived));
      if (error !== undefined) throw error;
      if (done.length > 0)
        editor.adopt(await editor.run(() => call(getInvoice, { params: { id: editor.get().record.id } })));
    };
    await write(send, {
      failure: failing('update'),
      done: t(isArchived ? 'invoices:archive.archived' : 'invoices:archive.unarchived', { number: number() }),
      undo: () => archive(!isArchived),
    });
  };
  const upload = async (files: readonly File[]): Promise<void> => {
    const [file] = await withPicturesAsPdf(files);
    if (!file) return;
    const problem = documentProblem(file);
    if (problem) return void toast('error', problem, { scope: 'global' });
    await write(async () => editor.adopt(await editor.run(() => replaceDocument(editor.get().record.id, file))), {
      failure: { ...failing('update'), fixed: 'replaceDocument' },
      done: t('invoices:moves.documentSaved'),
    });
  };
  const open = async (): Promise<void> => {
    const opened = await write(() => openDocument(editor.get().record), { failure: failing('get') });
    if (opened && !opened.result) toast('info', t('invoices:moves.documentOpened'));
  };
  return { move, remove, archive, upload, open, uses, dropUses: () => setUses([]) };
}

function bodyOf(t: T, kind: Move, invoice: Invoice): string {
  if (kind === 'close') return t('invoices:moves.closeBody');
  if (kind === 'reopen') return t('invoices:moves.reopenBody');
  if (invoice.rate === null || invoice.currency === invoice.accountCurrency) return t('invoices:moves.confirmBody');
  return t('invoices:moves.confirmBodyRate', {
    rate: rateWords(
      shownRate(invoice.rate, { document: invoice.currency, account: invoice.accountCurrency }, invoice.rateTyped),
    ),
  });
}

/** On which payments confirming a credit note uses its amount. Undefined while the note has no amount. */
const whereItGoes = (invoice: Invoice) =>
  call(previewCreditNote, { params: { invoiceId: invoice.id } }).catch((error: unknown) => {
    if (!hasCode(error, 'payments.no_total')) throw error;
  });

const MOST_NAMED = 5;

/** What is deleted together with the invoice: its lines, and the orders that came from them. */
function deleteBody(t: T, { record: invoice, rows }: EditorState): string {
  const orders = [...rows.values()].flatMap(({ stored: line }) => line?.order?.linePosition ?? []);
  return [
    t('invoices:moves.deleteBody', { count: invoice.lineCount }),
    ...(orders.length > 0
      ? [
          t('invoices:moves.deleteOrders', {
            count: orders.length,
            lines: formatFew(orders, MOST_NAMED),
          }),
        ]
      : []),
  ].join(' ');
}
