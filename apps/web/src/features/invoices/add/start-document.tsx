import { Loader } from '@mantine/core';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { IconFileUpload } from '@tabler/icons-react';
import { FormSection } from '../../../components/form/form.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { DOCUMENT_ACCEPT } from '../../../lib/document-file.ts';
import { FileDrop } from '../file-drop.tsx';
import classes from '../invoices.module.css';

interface StartDocumentProps {
  /** The name of the file that is being uploaded. */
  readonly uploading: string | undefined;
  readonly problem: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  /** Sends the last file once more, after the form was corrected. */
  readonly onRetry?: () => void;
}

/** The first part of the form for a new invoice: its document, which is uploaded as soon as it is there. */
export function StartDocument({ uploading, problem, onFiles, onRetry }: StartDocumentProps) {
  const t = useT();
  const permission = usePermission(createInvoice);
  return (
    <FormSection title={t('invoices:add.byDocument')} columns={1}>
      <p className={classes.hintRow}>{t('invoices:add.byDocumentBody')}</p>
      <FileDrop
        hint={t('invoices:add.fileKinds')}
        label={t('invoices:add.file')}
        accept={DOCUMENT_ACCEPT}
        multiple
        problem={problem}
        permission={permission}
        isBusy={uploading !== undefined}
        onFiles={onFiles}
      >
        {uploading === undefined ? (
          <>
            <IconFileUpload size={28} stroke={1.5} aria-hidden />
            <b>{t('invoices:add.drop')}</b>
          </>
        ) : (
          <b role="status" className="row">
            <Loader size={16} aria-hidden /> {t('invoices:add.uploading', { name: uploading })}
          </b>
        )}
      </FileDrop>
      {onRetry && (
        <div>
          <ActionButton onClick={onRetry}>{t('tryAgain')}</ActionButton>
        </div>
      )}
    </FormSection>
  );
}
