import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Document, uploadDocumentVersion } from '@quayside/contracts/documents/documents';
import { IconFileOff, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { DocumentViewer } from '../../../components/document-viewer/document-viewer.tsx';
import { ResizablePane } from '../../../components/document-viewer/resizable-pane.tsx';
import { usePreparedPdf } from '../../../components/document-viewer/use-pdf.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { isApiError } from '../../../lib/errors/api-error.ts';
import { formatFileSize } from '../../../lib/document-file.ts';
import { markValue } from '../../../lib/words/marked-value.ts';
import { paths } from '../../../lib/paths.ts';
import { documentQuery, matchQuery } from '../api.ts';
import { replaceWith } from '../document-actions.ts';
import { isLikely } from '../document-rules.ts';
import { Candidates } from './candidates.tsx';
import { CreateFromDocument } from './create-from-document.tsx';
import classes from './matching.module.css';
import { MatchNotes } from './match-notes.tsx';
import { OtherInvoice } from './other-invoice.tsx';

/**
 * The page that finds the invoice of an uploaded document. The document is on the left, candidate invoices are on the
 * right. The document is not attached until the person clicks.
 */
export function MatchingPage() {
  const t = useT();
  const { documentId = '' } = useParams();
  usePreparedPdf();
  const query = useQuery(documentQuery(documentId));
  const crumbs = [{ label: t('documents:title'), to: paths.documents() }];
  if (query.data) return <Loaded key={documentId} document={query.data} />;
  if (query.isPending)
    return (
      <PageFrame title={t('documents:matching.title')} breadcrumb={crumbs}>
        <div className={classes.waiting} role="status" aria-label={t('documents:viewer.loading')}>
          <Skeleton height={560} />
          <div className="stack">
            <Skeleton height={160} />
            <Skeleton height={110} />
            <Skeleton height={160} />
          </div>
        </div>
      </PageFrame>
    );
  const isUnknown = isApiError(query.error) && (query.error.status === 404 || query.error.status === 422);
  return (
    <PageFrame title={t('documents:matching.title')} breadcrumb={crumbs}>
      {isUnknown ? (
        <Card>
          <EmptyState
            icon={IconFileOff}
            title={t('documents:matching.unknown')}
            actions={<ActionButton to={paths.documents()}>{t('back')}</ActionButton>}
          >
            {t('errors:notFoundHint')}
          </EmptyState>
        </Card>
      ) : (
        <ErrorState error={query.error} record={t('documents:entity')} onRetry={() => void query.refetch()} />
      )}
    </PageFrame>
  );
}

function Loaded({ document }: { document: Document }) {
  const t = useT();
  const isNarrow = useMediaQuery('(max-width: 1023.98px)', undefined, { getInitialValueInEffect: false });
  const [isSheetOpen, setSheetOpen] = useState(false);
  useEffect(() => () => markValue(undefined), []);
  const permission = usePermission(uploadDocumentVersion);
  const viewer = (
    <DocumentViewer
      document={document}
      replacing={{ permission, onReplace: (file) => void replaceWith(document, file) }}
    />
  );
  const decision = <Decision document={document} />;
  return (
    <PageFrame
      title={t('documents:matching.title')}
      count={facts(document, t('documents:pages', { count: document.pageCount ?? 0 }))}
      layout={isNarrow ? 'document' : 'split'}
      breadcrumb={[{ label: t('documents:title'), to: paths.documents() }, { label: document.fileName }]}
      actions={<ActionButton to={paths.documents()}>{t('documents:matching.later')}</ActionButton>}
    >
      {isNarrow ? (
        <>
          <ActionButton icon={IconFileText} onClick={() => setSheetOpen(true)}>
            {t('documents:viewer.show')}
          </ActionButton>
          <div className={classes.decision}>{decision}</div>
          {isSheetOpen && (
            <Panel title={document.fileName} onClose={() => setSheetOpen(false)} flush>
              <div className={classes.sheet}>{viewer}</div>
            </Panel>
          )}
        </>
      ) : (
        <div className={classes.split}>
          <ResizablePane>{viewer}</ResizablePane>
          <div className={classes.column}>
            <div className={classes.decision}>{decision}</div>
          </div>
        </div>
      )}
    </PageFrame>
  );
}
const facts = (document: Document, pages: string) =>
  [formatFileSize(document.size), ...(document.pageCount === null ? [] : [pages])].join(' · ');

function Decision({ document }: { document: Document }) {
  const t = useT();
  const match = useQuery(matchQuery(document.id));
  const isReading = match.data === undefined || match.data.textState === 'PENDING';
  return (
    <>
      <MatchNotes document={document} />
      {match.data ? (
        <Candidates document={document} textState={match.data.textState} candidates={match.data.candidates} />
      ) : match.isError ? (
        <ErrorState error={match.error} entity={t('invoices:entities')} onRetry={() => void match.refetch()} />
      ) : (
        <Skeleton height={160} role="status" aria-label={t('loading')} />
      )}
      <OtherInvoice document={document} />
      <CreateFromDocument
        document={document}
        found={isReading ? undefined : match.data?.suppliers}
        isFirst={!isReading && document.entities.length === 0 && !match.data?.candidates.slice(0, 1).some(isLikely)}
      />
    </>
  );
}
