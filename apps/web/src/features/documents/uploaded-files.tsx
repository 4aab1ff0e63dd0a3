import { Skeleton } from '@mantine/core';
import type { Document } from '@quayside/contracts/documents/documents';
import { IconDownload, IconFileText, IconStar, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DocumentViewer } from '../../components/document-viewer/document-viewer.tsx';
import { saveFile } from '../../components/document-viewer/save-file.ts';
import { IconButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ChooseFiles } from '../../components/ui/drop-target.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import { DOCUMENT_ACCEPT, formatFileSize } from '../../lib/document-file.ts';
import { formatInstant, formatRelative, langOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { write } from '../../lib/api/write.ts';
import { attachDocument, invoiceDocumentsQuery } from './api.ts';
import { attachFiles, removeFromInvoice, replaceWith } from './document-actions.ts';
import { frontFirst } from './document-rules.ts';
import { DocumentVersions } from './document-versions.tsx';
import classes from './documents.module.css';
import { type InvoiceWithDocument, useMayChange } from './invoice-drop.tsx';

/**
 * All documents of an invoice with their versions. The document shown beside the form is the first one. The viewer
 * shows the selected document.
 */
export function UploadedFiles({ invoice }: { invoice: InvoiceWithDocument }) {
  const t = useT();
  const query = useQuery(invoiceDocumentsQuery(invoice.id));
  const permission = useMayChange(invoice);
  const [chosenId, setChosenId] = useState<string>();
  const number = invoice.invoiceNumber;
  const choose = (label: string, isFirst: boolean) => (
    <ChooseFiles
      label={t('documents:drop.file')}
      accept={DOCUMENT_ACCEPT}
      permission={permission}
      multiple
      size={isFirst ? 'sm' : 'xs'}
      variant={isFirst ? 'filled' : 'default'}
      onFiles={(chosenFiles) => void attachFiles(invoice, chosenFiles)}
    >
      {label}
    </ChooseFiles>
  );
  if (query.isError && !query.data)
    return <ErrorState error={query.error} entity={t('documents:entities')} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={280} role="status" aria-label={t('loading')} />;
  const files = frontFirst(query.data, invoice.document?.id);
  const chosen = files.find(({ id }) => id === chosenId) ?? files[0];
  if (!chosen)
    return (
      <Card flush>
        <EmptyState
          icon={IconFileText}
          title={t('documents:invoice.emptyTitle')}
          actions={choose(t('documents:invoice.attach'), true)}
        >
          {t('documents:invoice.emptyBody')}
        </EmptyState>
      </Card>
    );
  return (
    <div className={classes.files}>
      <Card
        title={t('documents:invoice.filesTitle', { number })}
        hint={files.length > 1 ? String(files.length) : undefined}
        end={choose(t('documents:invoice.attachAnother'), false)}
        flush
      >
        <ul>
          {files.map((file) => (
            <FileItem
              key={file.id}
              file={file}
              invoice={invoice}
              isInFront={file.id === invoice.document?.id}
              isShown={file.id === chosen.id}
              permission={permission}
              onShow={() => setChosenId(file.id)}
            />
          ))}
        </ul>
      </Card>
      <div className={classes.fileViewer}>
        <DocumentViewer
          document={chosen}
          replacing={{ permission, onReplace: (file) => void replaceWith(chosen, file) }}
        />
      </div>
    </div>
  );
}

interface FileItemProps {
  readonly file: Document;
  readonly invoice: InvoiceWithDocument;
  readonly isInFront: boolean;
  readonly isShown: boolean;
  readonly permission: Permission;
  readonly onShow: () => void;
}

function FileItem({ file, invoice, isInFront, isShown, permission, onShow }: FileItemProps) {
  const t = useT();
  const name = file.fileName;
  const others = file.entities.filter(({ entityId }) => entityId !== invoice.id);
  const putInFront = () =>
    write(() => attachDocument(invoice.id, file.id, true), {
      failure: { verb: 'update', entity: t('documents:entity') },
      done: t('documents:invoice.nowInFront', { name }),
    });
  return (
    <li className={classes.file} data-shown={isShown || undefined}>
      <div className="row" data-gap="4">
        <button
          type="button"
          className={classes.fileName}
          aria-pressed={isShown}
          aria-label={t('documents:invoice.show', { name })}
          lang={langOf(name)}
          onClick={onShow}
        >
          {name}
        </button>
        {isInFront && (
          <Chip icon={IconStar} tone="accent">
            {t('documents:invoice.inFront')}
          </Chip>
        )}
        <span className={classes.fileActions}>
          {!isInFront && (
            <IconButton
              size={28}
              icon={IconStar}
              label={t('documents:invoice.putInFrontOf', { name })}
              permission={permission}
              onClick={() => void putInFront()}
            />
          )}
          <IconButton
            size={28}
            icon={IconDownload}
            label={t('documents:invoice.download', { name })}
            onClick={() => void saveFile(file)}
          />
          <IconButton
            size={28}
            icon={IconTrash}
            label={t('documents:invoice.removeName', { name })}
            permission={permission}
            onClick={() => void removeFromInvoice(file, invoice)}
          />
        </span>
      </div>
      <p className={classes.facts}>
        {formatFileSize(file.size)}
        {file.pageCount !== null && <> · {t('documents:pages', { count: file.pageCount })}</>} ·{' '}
        <time title={formatInstant(file.uploadedAt)}>{formatRelative(file.uploadedAt)}</time>
        {file.uploadedBy && <> · {file.uploadedBy.name}</>}
      </p>
      {others.length > 0 && (
        <p className={classes.facts}>
          {t('documents:invoice.alsoOf')}{' '}
          {others.map(({ entityType, entityId, label }, index) => (
            <span key={entityId}>
              {index > 0 && ', '}
              {entityType === 'INVOICE' ? <Link to={paths.invoice(entityId)}>{label}</Link> : label}
            </span>
          ))}
        </p>
      )}
      {file.versionNumber > 1 && <DocumentVersions document={file} />}
    </li>
  );
}
