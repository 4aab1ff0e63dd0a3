import { modals } from '@mantine/modals';
import { isApiError } from '../../lib/api-error.ts';
import { useNavigate } from 'react-router';
import { confirm } from '../../components/ui/confirm.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { toast, toastFailure } from '../../lib/toasts.ts';
import { paths } from '../../lib/paths.ts';
import { getInvoice } from '@quayside/contracts/invoices';
import { call } from '../../lib/call.ts';
import type { FailureWords } from '../../lib/failure-words.ts';
import { write } from '../../lib/write.ts';
import {
  invalidateCosts,
  type Move,
  moveInvoice,
  openDocument,
  removeInvoice,
  replaceDocument,
  setArchived,
} from './api.ts';
import { naturalDirection, rateText, shownRate } from './editor/rate.ts';
import type { EditorState } from './editor/editor-state.ts';
import { useEditor } from './editor/use-editor.ts';
import classes from './invoices.module.css';

type Invoice = EditorState['invoice'];
const DOCUMENTS = /\.(pdf|docx?)$/i;
const MAX_DOCUMENT = 20 * 1024 * 1024;

/** Why a file cannot be the document of an invoice. */
export function fileProblem(t: T, file: File): string | undefined {
  if (!DOCUMENTS.test(file.name)) return t('invoices:add.wrongFile');
  return file.size > MAX_DOCUMENT
    ? t('invoices:add.tooLarge', { size: Math.ceil(file.size / 1024 / 1024) })
    : undefined;
}

/** Actions on the invoice as a whole. */
export function useInvoiceActions() {
  const t = useT();
  const editor = useEditor();
  const navigate = useNavigate();
  const number = () => editor.get().invoice.invoiceNumber;
  const failing = (verb: FailureWords['verb']) => ({ verb, entity: t('invoices:entity') });

  const move = async (kind: Move): Promise<void> => {
    if (!(await editor.flush())) return void toast('error', t('invoices:moves.unsaved'), { scope: 'global' });
    const isSure = await confirm({
      title: t(`invoices:moves.${kind}Title`, { number: number() }),
      body: bodyOf(t, kind, editor.get().invoice),
      action: t(`invoices:moves.${kind}Action`),
    });
    if (!isSure) return;
    await write(async () => editor.take(await editor.run(() => moveInvoice(kind, editor.get().invoice))), {
      failure: failing('update'),
      done: t(`invoices:moves.${({ confirm: 'confirmed', close: 'closed', reopen: 'reopened' } as const)[kind]}`, {
        number: number(),
      }),
      scope: 'global',
    });
    invalidateCosts();
  };
  const remove = async (): Promise<void> => {
    const { invoice } = editor.get();
    const isSure = await confirm({
      title: t('invoices:moves.deleteTitle', { number: number() }),
      body: t('invoices:moves.deleteBody', { count: invoice.lineCount }),
      action: t('invoices:moves.delete'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await editor.run(() => removeInvoice(editor.get().invoice));
      toast('success', t('invoices:moves.deleted', { number: invoice.invoiceNumber }), { scope: 'global' });
      invalidateCosts();
      void navigate(paths.invoices(), { replace: true });
    } catch (error) {
      if (isApiError(error) && error.uses.length > 0) showUses(t, invoice.invoiceNumber, error.uses);
      else toastFailure(error, failing('delete'));
    }
  };
  const archive = async (isArchived: boolean): Promise<void> => {
    if (!(await editor.flush())) return void toast('error', t('invoices:moves.unsaved'), { scope: 'global' });
    const send = async () => {
      const { done, error } = await editor.run(() => setArchived([editor.get().invoice], isArchived));
      if (error !== undefined) throw error;
      if (done.length > 0)
        editor.take(await editor.run(() => call(getInvoice, { params: { id: editor.get().invoice.id } })));
    };
    await write(send, {
      failure: failing('update'),
      done: t(isArchived ? 'invoices:archive.archived' : 'invoices:archive.unarchived', { number: number() }),
      undo: () => archive(!isArchived),
    });
    invalidateCosts();
  };
  const upload = async (file: File): Promise<void> => {
    const problem = fileProblem(t, file);
    if (problem) return void toast('error', problem, { scope: 'global' });
    await write(async () => editor.take(await editor.run(() => replaceDocument(editor.get().invoice.id, file))), {
      failure: { ...failing('update'), fixed: 'replaceDocument' },
      done: t('invoices:moves.documentSaved'),
    });
  };
  const open = async (): Promise<void> => {
    const opened = await write(() => openDocument(editor.get().invoice), { failure: failing('get') });
    if (opened && !opened.result) toast('info', t('invoices:moves.documentOpened'));
  };
  return { move, remove, archive, upload, open };
}

function bodyOf(t: T, kind: Move, invoice: Invoice): string {
  if (kind === 'close') return t('invoices:moves.closeBody');
  if (kind === 'reopen') return t('invoices:moves.reopenBody');
  if (invoice.rate === null || invoice.currency === invoice.accountCurrency) return t('invoices:moves.confirmBody');
  const direction = naturalDirection(invoice.rate);
  const [to, from] =
    direction === 'document'
      ? [invoice.currency, invoice.accountCurrency]
      : [invoice.accountCurrency, invoice.currency];
  return t('invoices:moves.confirmBodyRate', {
    rate: `${shownRate(rateText(invoice.rate, direction))} ${to} per ${from}`,
  });
}

/** What still uses the invoice, with links. */
function showUses(
  t: T,
  number: string,
  uses: readonly { type: 'INVOICE' | 'INVOICE_LINE' | 'ORDER' | 'PRODUCT'; id: string; label: string }[],
): void {
  modals.open({
    title: t('inUse.title'),
    size: 440,
    closeButtonProps: { 'aria-label': t('close') },
    children: (
      <>
        <p>{t('invoices:moves.inUse', { number })}</p>
        <ul className={classes.uses}>
          {uses.map((use) => (
            <li key={`${use.type}${use.id}`}>
              {t(`inUse.type.${use.type}`)} <b>{use.label}</b>
            </li>
          ))}
        </ul>
      </>
    ),
  });
}
