import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DocumentViewer } from '../../components/document-viewer/document-viewer.tsx';
import { usePreparedPdf } from '../../components/document-viewer/use-pdf.ts';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { documentQuery } from './api.ts';
import { replaceWith } from './document-actions.ts';
import classes from './documents.module.css';
import { type InvoiceWithDocument, useMayChange } from './invoice-drop.tsx';

/** The document that an invoice shows beside its form. */
export function InvoiceDocumentPane({ invoice }: { invoice: InvoiceWithDocument }) {
  const t = useT();
  usePreparedPdf();
  const query = useQuery({ ...documentQuery(invoice.document?.id ?? ''), enabled: invoice.document !== null });
  const permission = useMayChange(invoice);
  if (!invoice.document) return null;
  const document = query.data;
  if (document)
    return (
      <DocumentViewer
        document={document}
        replacing={{ permission, onReplace: (file) => void replaceWith(document, file) }}
      />
    );
  if (query.isError)
    return (
      <div className={classes.paneState}>
        <ErrorState error={query.error} record={t('documents:entity')} onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <div className={classes.paneState} role="status" aria-label={t('documents:viewer.loading')}>
      <Skeleton height={420} />
    </div>
  );
}
