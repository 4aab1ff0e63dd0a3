import { Skeleton } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { FIRST_VIEW } from './page-layout.ts';
import { type OpenPdf, openPdf } from './pdf.ts';
import { type PagesHandle, PdfPages } from './pdf-pages.tsx';
import { usePreparedPdf } from './use-pdf.ts';
import classes from './viewer.module.css';

interface PdfPreviewProps {
  /** The newest bytes. Undefined while there are none yet. */
  readonly bytes: Blob | undefined;
  readonly name: string;
  readonly onPages?: (count: number) => void;
}

/**
 * The pages of a PDF that changes while somebody types. The pages that are shown stay until the newer ones are opened.
 */
export function PdfPreview({ bytes, name, onPages }: PdfPreviewProps) {
  const t = useT();
  usePreparedPdf();
  const [open, setOpen] = useState<OpenPdf>();
  const pages = useRef<PagesHandle>(null);
  useEffect(() => {
    if (!bytes) return;
    let isGone = false;
    const show = async () => {
      const next = await openPdf(bytes);
      if (isGone) next.close();
      else setOpen(next);
    };
    // A preview that cannot be opened is followed by the next one.
    show().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [bytes]);
  useEffect(() => () => open?.close(), [open]);
  useEffect(() => {
    if (open) onPages?.(open.pages.length);
  }, [open, onPages]);
  const onLook = useCallback(() => undefined, []);
  if (!open)
    return (
      <div className={classes.scroller} role="status" aria-label={t('documents:viewer.loading')}>
        <Skeleton className={classes.paperSkeleton} />
      </div>
    );
  return <PdfPages open={open} name={name} view={FIRST_VIEW} handle={pages} onLook={onLook} />;
}
