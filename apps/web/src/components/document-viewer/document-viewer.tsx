import { Skeleton } from '@mantine/core';
import { IconFileAlert, IconFileTypeDoc, IconLock } from '@tabler/icons-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { formatFileSize } from '../../lib/document-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { FIRST_VIEW, PIXELS_PER_POINT, turned, type View, zoomStep } from './page-layout.ts';
import { type PagesHandle, PdfPages } from './pdf-pages.tsx';
import { saveFile } from './save-file.ts';
import { isPdf, useBytes, useOpenPdf, type ViewedDocument } from './use-pdf.ts';
import { useViewerKeys } from './viewer-keys.ts';
import { type Replacing, ViewerToolbar } from './viewer-toolbar.tsx';
import classes from './viewer.module.css';

interface DocumentViewerProps {
  readonly document: ViewedDocument;
  /** Lets the person upload a new version of the document. If it is undefined, the toolbar has no button for this. */
  readonly replacing?: Replacing;
}

/**
 * The document viewer. It shows the pages, marks the value of the focused form field, and handles the shortcuts for
 * page and zoom.
 */
export function DocumentViewer(props: DocumentViewerProps) {
  const { document } = props;
  const key = `${document.id}.${document.versionNumber}`;
  return isPdf(document) ? <PdfViewer key={key} {...props} /> : <WordFile key={key} {...props} />;
}

function PdfViewer({ document, replacing }: DocumentViewerProps) {
  const t = useT();
  const bytes = useBytes(document);
  const { open, problem } = useOpenPdf(bytes.data?.blob);
  const [view, setView] = useState<View>(FIRST_VIEW);
  const [look, setLook] = useState({ page: 0, zoom: 1 });
  const pages = useRef<PagesHandle>(null);
  const onLook = useCallback((page: number, scale: number) => setLook({ page, zoom: scale / PIXELS_PER_POINT }), []);
  const zoom = (direction: 1 | -1) => setView({ ...view, zoom: zoomStep(look.zoom, direction) });
  const actions = {
    previousPage: () => pages.current?.goTo(look.page - 1),
    nextPage: () => pages.current?.goTo(look.page + 1),
    zoomIn: () => zoom(1),
    zoomOut: () => zoom(-1),
    fit: () => setView({ ...view, zoom: 'fit' }),
    rotate: () => setView({ ...view, rotation: turned(view.rotation) }),
  };
  useViewerKeys((key) => open && actions[key]());
  return (
    <section className={classes.viewer} aria-label={t('documents:viewer.label', { name: document.fileName })}>
      <ViewerToolbar
        document={document}
        look={open && { ...look, pages: open.pages.length, isFit: view.zoom === 'fit' }}
        actions={actions}
        {...(replacing ? { replacing } : {})}
      />
      {open ? (
        <PdfPages open={open} name={document.fileName} view={view} handle={pages} onLook={onLook} />
      ) : bytes.isError ? (
        <div className={classes.state}>
          <ErrorState error={bytes.error} record={t('documents:entity')} onRetry={() => void bytes.refetch()} />
        </div>
      ) : problem ? (
        <Unreadable
          icon={problem === 'password' ? IconLock : IconFileAlert}
          title={t(`documents:viewer.${problem}`)}
          document={document}
        >
          {t(`documents:viewer.${problem}Hint`)}
        </Unreadable>
      ) : (
        <div className={classes.scroller} role="status" aria-label={t('documents:viewer.loading')}>
          <Skeleton className={classes.paperSkeleton} />
        </div>
      )}
    </section>
  );
}

function WordFile({ document, replacing }: DocumentViewerProps) {
  const t = useT();
  return (
    <section className={classes.viewer} aria-label={t('documents:viewer.label', { name: document.fileName })}>
      <ViewerToolbar document={document} look={undefined} {...(replacing ? { replacing } : {})} />
      <Unreadable icon={IconFileTypeDoc} title={document.fileName} document={document}>
        {formatFileSize(document.size)}. {t('documents:viewer.noPreview')}
      </Unreadable>
    </section>
  );
}

/** Shown instead of the pages when a file cannot be displayed. Explains the reason and offers a download. */
function Unreadable(props: { icon: typeof IconLock; title: string; document: ViewedDocument; children: ReactNode }) {
  const { icon, title, document, children } = props;
  const t = useT();
  return (
    <div className={classes.state} role="status">
      <EmptyState
        icon={icon}
        title={title}
        actions={<ActionButton onClick={() => void saveFile(document)}>{t('documents:viewer.download')}</ActionButton>}
      >
        {children}
      </EmptyState>
    </div>
  );
}
