import { Skeleton } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { ErrorState } from '../ui/states.tsx';
import { FIRST_VIEW } from './page-layout.ts';
import { type OpenPdf, openPdf } from './pdf.ts';
import { type PagesHandle, PdfPages } from './pdf-pages.tsx';
import { usePreparedPdf } from './use-pdf.ts';
import classes from './viewer.module.css';

interface PdfPreviewProps {
  /** The newest bytes. Undefined while there are none yet. */
  readonly bytes: Blob | undefined;
  readonly name: string;
  /** The noun in the message that it cannot be shown. */
  readonly entity: string;
  /** Loads the bytes again, after a PDF that cannot be opened. */
  readonly onRetry: () => void;
  readonly onPages?: (count: number) => void;
}

/**
 * The pages of a PDF that changes while somebody types. The pages that are shown stay until the newer ones are opened.
 * If these cannot be opened, an error takes the place of the older pages, which show the past.
 */
export function PdfPreview({ bytes, name, entity, onRetry, onPages }: PdfPreviewProps) {
  const t = useT();
  usePreparedPdf();
  const [open, setOpen] = useState<OpenPdf>();
  const [failure, setFailure] = useState<{ readonly bytes: Blob; readonly error: unknown }>();
  const pages = useRef<PagesHandle>(null);
  useEffect(() => {
    if (!bytes) return;
    let isGone = false;
    const show = async () => {
      const next = await openPdf(bytes);
      if (isGone) next.close();
      else setOpen(next);
    };
    show().catch((error: unknown) => isGone || setFailure({ bytes, error }));
    return () => {
      isGone = true;
    };
  }, [bytes]);
  useEffect(() => () => open?.close(), [open]);
  useEffect(() => {
    if (open) onPages?.(open.pages.length);
  }, [open, onPages]);
  const onLook = useCallback(() => undefined, []);
  if (failure && failure.bytes === bytes)
    return (
      <div className={classes.state}>
        <ErrorState error={failure.error} record={entity} onRetry={onRetry} />
      </div>
    );
  if (!open)
    return (
      <div className={classes.scroller} role="status" aria-label={t('documents:viewer.loading')}>
        <Skeleton className={classes.paperSkeleton} />
      </div>
    );
  return <PdfPages open={open} name={name} view={FIRST_VIEW} handle={pages} onLook={onLook} />;
}
