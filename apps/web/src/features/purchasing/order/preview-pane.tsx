import { previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { PdfPreview } from '../../../components/document-viewer/pdf-preview.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { whenBusy } from '../../../lib/errors/api-error.ts';
import { callFile } from '../../../lib/api/call.ts';
import { formatFileSize } from '../../../lib/document-file.ts';
import { saveBlob } from '../../../lib/page/save-blob.ts';
import { useEdited } from '../editor/use-editor.ts';
import classes from './order.module.css';

/**
 * The PDF of the purchase order beside its form. It follows what is stored, and so what is typed a moment later; the
 * form never waits for it.
 */
export function PreviewPane() {
  const t = useT();
  const { id, version, updatedAt, poNumber } = useEdited((state) => state.record);
  const files = useEdited((state) => state.record.attachments);
  const [pages, setPages] = useState<number>();
  const preview = useQuery({
    // No topic: the bytes change only with the version of the purchase order.
    queryKey: ['purchase-order-preview', id, version, updatedAt] as const,
    queryFn: ({ signal }) => callFile(previewPurchaseOrderPdf, { params: { id }, body: {}, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    ...whenBusy,
  });
  const bytes = preview.data?.blob;
  return (
    <aside className={classes.preview} aria-label={t('purchasing:preview.title')}>
      <header className={classes.previewHead}>
        <b>{t('purchasing:preview.title')}</b>
        <Chip quiet icon={IconFileText}>
          {pages === undefined ? t('purchasing:preview.kind') : t('purchasing:preview.pages', { count: pages })}
        </Chip>
        <span className={classes.previewEnd}>
          <IconButton
            icon={IconDownload}
            label={t('purchasing:preview.download')}
            disabled={bytes === undefined}
            onClick={() => bytes && saveBlob(bytes, `${poNumber}.pdf`)}
          />
        </span>
      </header>
      {preview.data?.warning && <Note tone="warning">{preview.data.warning}</Note>}
      {preview.isError && !bytes ? (
        <div className={classes.previewState}>
          <ErrorState
            error={preview.error}
            record={t('purchasing:preview.entity')}
            onRetry={() => void preview.refetch()}
          />
        </div>
      ) : (
        <PdfPreview
          bytes={bytes}
          name={poNumber}
          entity={t('purchasing:preview.entity')}
          onRetry={() => void preview.refetch()}
          onPages={setPages}
        />
      )}
      {files.length > 0 && (
        <footer className={classes.previewFoot}>
          <span className="quiet">{t('purchasing:preview.files', { count: files.length })}</span>
          <ul>
            {files.map((file) => (
              <li key={file.id} className={classes.attached}>
                <IconFileText size={14} stroke={1.75} aria-hidden />
                <span className="cut">{file.fileName}</span>
                <em className="num">{formatFileSize(file.size)}</em>
              </li>
            ))}
          </ul>
        </footer>
      )}
    </aside>
  );
}
