import { uploadDocument } from '@quayside/contracts/documents/documents';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ChooseFiles, DropTarget } from '../../components/ui/drop-target.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { DOCUMENT_ACCEPT } from '../../lib/document-file.ts';
import { paths } from '../../lib/paths.ts';
import { withPicturesAsPdf } from '../../lib/page/picture-pages.ts';
import { uploads } from './uploads.ts';

/** Returns a function that tells whether the component is still mounted when an upload ends. */
function useIsHere(): () => boolean {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}

/**
 * Uploads files. After the upload of a single file, opens the screen that finds the invoice of the file. After the
 * upload of several files, the page stays open, and the list of uploads shows the files.
 */
function useUploadAndMatch() {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return async (files: readonly File[]) => {
    const [only, ...others] = await uploads.add(await withPicturesAsPdf(files), {
      kind: 'loose',
      documentType: 'INVOICE',
    });
    // Do not navigate if the person has left this page in the meantime. The list of uploads links to the document.
    if (!only || others.length > 0 || only.state !== 'done' || only.documentId === undefined || !isHere()) return;
    uploads.drop(only.id);
    void navigate(paths.invoiceMatching(only.documentId));
  };
}

/** A drop target for one or more files. */
export function DocumentDrop({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  const t = useT();
  const permission = usePermission(uploadDocument);
  const store = useUploadAndMatch();
  return (
    <DropTarget
      title={t('documents:drop.title')}
      hint={t('documents:drop.kinds')}
      permission={permission}
      fill={fill}
      onFiles={(files) => void store(files)}
    >
      {children}
    </DropTarget>
  );
}

/** A button that opens the file dialog, as an alternative to dragging files. */
export function UploadButton({
  variant = 'default',
  children,
}: {
  variant?: 'filled' | 'default';
  children?: ReactNode;
}) {
  const t = useT();
  const permission = usePermission(uploadDocument);
  const store = useUploadAndMatch();
  return (
    <ChooseFiles
      label={t('documents:drop.file')}
      accept={DOCUMENT_ACCEPT}
      permission={permission}
      multiple
      variant={variant}
      onFiles={(files) => void store(files)}
    >
      {children ?? t('documents:drop.upload')}
    </ChooseFiles>
  );
}
