import { type Document, restoreDocument } from '@quayside/contracts/documents/documents';
import { deletePurchaseOrderFile, uploadPurchaseOrderFile } from '@quayside/contracts/purchasing/purchase-orders';
import { useState } from 'react';
import { FileRow } from '../../../components/files/file-row.tsx';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ChooseFiles, DropTarget } from '../../../components/ui/drop-target.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { documentProblem } from '../../../lib/document-file.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';
import { loadPurchaseOrder } from '../api.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';

const ACCEPT = '.pdf,.doc,.docx';

/** The files of a purchase order: the generated PDF, artwork, carton marks. Each can be sent with the PDF. */
export function FilesCard() {
  const t = useT();
  const editor = useEditor();
  const order = useEdited((state) => state.record);
  const typed = useEdited((state) => state.header.draft.attachmentIds);
  const permission = usePermission(uploadPurchaseOrderFile);
  const [isUploading, setUploading] = useState(false);
  const attached = typed ?? order.attachmentIds;
  const refresh = async () => {
    editor.adopt(await editor.run(() => loadPurchaseOrder(order.id)));
  };
  const upload = async (chosen: readonly File[]) => {
    setUploading(true);
    for (const file of chosen) {
      const problem = documentProblem(file);
      if (problem) {
        toast('error', problem, { scope: 'global' });
        continue;
      }
      await write(() => call(uploadPurchaseOrderFile, { params: { id: order.id }, file }), {
        failure: { verb: 'create', entity: t('purchasing:files.entity') },
        done: t('purchasing:files.uploaded', { name: file.name }),
      });
    }
    setUploading(false);
    await refresh();
  };
  const restore = async (file: Document) => {
    await write(() => call(restoreDocument, { params: { documentId: file.id } }), {
      failure: { verb: 'update', entity: t('purchasing:files.entity') },
      done: t('purchasing:files.restored', { name: file.fileName }),
    });
    await refresh();
  };
  const remove = async (file: Document) => {
    const isWhole = file.entities.length <= 1;
    await write(
      () => call(deletePurchaseOrderFile, { params: { id: order.id, fileId: file.id }, ifMatch: file.version }),
      {
        failure: { verb: 'delete', entity: t('purchasing:files.entity') },
        done: t('purchasing:files.deleted', { name: file.fileName }),
        // A document of other records too is only detached, so there is nothing to restore.
        ...(isWhole && { undo: () => restore(file) }),
      },
    );
    await refresh();
  };
  const attach = (file: Document, isAttached: boolean) =>
    editor.setHeader('attachmentIds', isAttached ? [...attached, file.id] : attached.filter((id) => id !== file.id), 0);
  return (
    <DropTarget
      title={t('purchasing:files.drop')}
      hint={t('purchasing:files.kinds')}
      permission={permission}
      onFiles={(files) => void upload(files)}
    >
      <Card
        title={t('purchasing:files.title')}
        hint={<span data-off-paper>{t('purchasing:files.kinds')}</span>}
        end={
          <ChooseFiles
            label={t('purchasing:files.file')}
            accept={ACCEPT}
            permission={permission}
            blocked={isUploading ? t('purchasing:files.busy') : null}
            multiple
            size="xs"
            onFiles={(files) => void upload(files)}
          >
            {t('purchasing:files.attach')}
          </ChooseFiles>
        }
      >
        {order.uploadedDocuments.length === 0 ? (
          <p className="quiet">{t('purchasing:files.none')}</p>
        ) : (
          <ul>
            {order.uploadedDocuments.map((file) => (
              <FileRow key={file.id} file={file} permission={permission} onDelete={() => void remove(file)}>
                {file.id === order.generated?.documentId ? (
                  <Chip tone="accent">{t('purchasing:files.generated')}</Chip>
                ) : (
                  <CheckInput
                    size="xs"
                    label={t('purchasing:files.goesWith')}
                    aria-label={t('purchasing:files.goesWithOf', { name: file.fileName })}
                    checked={attached.includes(file.id)}
                    disabled={!permission.allowed || !order.can.edit.allowed}
                    onChange={(isAttached) => attach(file, isAttached)}
                  />
                )}
              </FileRow>
            ))}
          </ul>
        )}
      </Card>
    </DropTarget>
  );
}
