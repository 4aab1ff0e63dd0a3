import { downloadDocument } from '@quayside/contracts/documents/documents';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callFile } from '../../lib/api/call.ts';
import { type OpenPdf, openPdf, type PdfProblem, preparePdf, problemOf } from './pdf.ts';

/** The displayed version of a file. */
export interface ViewedDocument {
  readonly id: string;
  readonly versionNumber: number;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  /** The bytes of a file that is not stored, such as a preview. Its id is one of a kind. */
  readonly bytes?: Blob;
}

const PDF_TYPE = 'application/pdf';
export const isPdf = ({ contentType }: Pick<ViewedDocument, 'contentType'>): boolean => contentType === PDF_TYPE;

/**
 * The query for the content of one version of a file. This content never changes, so the query key has no topic and
 * live messages do not invalidate it.
 */
export const bytesQuery = ({ id, versionNumber, bytes }: Pick<ViewedDocument, 'id' | 'versionNumber' | 'bytes'>) =>
  queryOptions({
    queryKey: ['bytes', id, versionNumber] as const,
    queryFn: ({ signal }) =>
      bytes
        ? { blob: bytes, name: id }
        : callFile(downloadDocument, { params: { documentId: id }, query: { versionNumber }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads the viewer in advance, for screens that will show a PDF but do not know yet which one. */
export const usePreparedPdf = (): void => useEffect(preparePdf, []);

/** The PDF that is opened from the content of a file. It is closed when the component unmounts. */
export function useOpenPdf(bytes: Blob | undefined): {
  readonly open: OpenPdf | undefined;
  readonly problem: PdfProblem | undefined;
} {
  usePreparedPdf();
  const [state, setState] = useState<{ bytes: Blob; open?: OpenPdf; problem?: PdfProblem }>();
  useEffect(() => {
    if (!bytes) return;
    let isGone = false;
    let opened: OpenPdf | undefined;
    openPdf(bytes).then(
      (open) => {
        opened = open;
        if (isGone) open.close();
        else setState({ bytes, open });
      },
      (error: unknown) => isGone || setState({ bytes, problem: problemOf(error) }),
    );
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [bytes]);
  return state && state.bytes === bytes
    ? { open: state.open, problem: state.problem }
    : { open: undefined, problem: undefined };
}

export const useBytes = (document: ViewedDocument) => useQuery({ ...bytesQuery(document), enabled: isPdf(document) });
