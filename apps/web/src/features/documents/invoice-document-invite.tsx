import { IconFileUpload } from '@tabler/icons-react';
import { ChooseFiles } from '../../components/ui/drop-target.tsx';
import { useT } from '../../i18n/i18n.ts';
import { DOCUMENT_ACCEPT } from '../../lib/document-file.ts';
import { attachFiles } from './document-actions.ts';
import classes from './documents.module.css';
import { type InvoiceWithDocument, useMayChange } from './invoice-drop.tsx';

/**
 * Below the lines of an invoice without a document: says that its document can be dropped on the page. It is not beside
 * the lines, because they need the width until there is something to read there.
 */
export function InvoiceDocumentInvite({ invoice }: { invoice: InvoiceWithDocument }) {
  const t = useT();
  const permission = useMayChange(invoice);
  if (invoice.document || !permission.allowed) return null;
  return (
    <section className={classes.invite} aria-label={t('documents:invoice.emptyTitle')} data-off-paper>
      <IconFileUpload size={20} stroke={1.5} aria-hidden />
      <span>{t('documents:invoice.emptyBody')}</span>
      <ChooseFiles
        label={t('documents:drop.file')}
        accept={DOCUMENT_ACCEPT}
        permission={permission}
        multiple
        onFiles={(files) => void attachFiles(invoice, files)}
      >
        {t('documents:invoice.attach')}
      </ChooseFiles>
    </section>
  );
}
