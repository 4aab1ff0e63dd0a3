import { uploadDocument } from '@quayside/contracts/documents';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ChooseFiles, DropTarget } from '../../components/ui/drop-target.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { DOCUMENT_ACCEPT } from '../../lib/document-file.ts';
import { paths } from '../../lib/paths.ts';
import { uploads } from './uploads.ts';

/** Whether the component that started an upload is still mounted. */
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

/** Uploads files. After a single file, opens the screen that finds its invoice; several stay in the list of uploads. */
function useStoreBills() {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return async (files: readonly File[]) => {
    const [only, ...others] = await uploads.add(files, { kind: 'loose', documentType: 'INVOICE' });
    // Do not navigate if the person has left this page in the meantime; the list of uploads has the link.
    if (!only || others.length > 0 || only.state !== 'done' || only.documentId === undefined || !isHere()) return;
    uploads.drop(only.id);
    void navigate(paths.invoiceMatching(only.documentId));
  };
}

/** A drop target for one or more files. */
export function DocumentDrop({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  const t = useT();
  const permission = usePermission(uploadDocument);
  const store = useStoreBills();
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

/** The button alternative to dropping files. */
export function UploadButton({
  variant = 'default',
  children,
}: {
  variant?: 'filled' | 'default';
  children?: ReactNode;
}) {
  const t = useT();
  const permission = usePermission(uploadDocument);
  const store = useStoreBills();
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
