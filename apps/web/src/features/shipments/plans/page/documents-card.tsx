import {
  deleteDocument,
  type Document,
  patchDocument,
  restoreDocument,
  uploadDocument,
} from '@quayside/contracts/documents/documents';
import { useState } from 'react';
import { FileRow } from '../../../../components/files/file-row.tsx';
import { SentMails } from '../../../../components/mail/sent-mails.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { ChooseFiles, DropTarget } from '../../../../components/ui/drop-target.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { usePermission } from '../../../../lib/session/account.ts';
import { call } from '../../../../lib/api/call.ts';
import { documentProblem } from '../../../../lib/document-file.ts';
import { toast } from '../../../../lib/toasts/toasts.ts';
import { write } from '../../../../lib/api/write.ts';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';
import { loadPlan } from '../plan-calls.ts';

const ACCEPT = '.pdf,.doc,.docx';

/** The documents of a plan, such as the kept CSV and the bill of lading, and the mails about it. */
export function DocumentsCard() {
  const t = useT();
  const { id, uploadedDocuments } = usePlan(({ record }) => record);
  const permission = usePermission(uploadDocument);
  const { upload, remove, isUploading } = useDocumentMoves(id);
  return (
    <>
      <DropTarget
        title={t('shipments:plans.documents.drop')}
        hint={t('shipments:plans.documents.kinds')}
        permission={permission}
        onFiles={(files) => void upload(files)}
      >
        <Card
          title={t('shipments:plans.documents.title')}
          hint={<span data-off-paper>{t('shipments:plans.documents.kinds')}</span>}
          end={
            <ChooseFiles
              label={t('shipments:plans.documents.file')}
              accept={ACCEPT}
              permission={permission}
              blocked={isUploading ? t('shipments:plans.documents.busy') : null}
              multiple
              size="xs"
              onFiles={(files) => void upload(files)}
            >
              {t('shipments:plans.documents.attach')}
            </ChooseFiles>
          }
        >
          {uploadedDocuments.length === 0 ? (
            <p className="quiet">{t('shipments:plans.documents.none')}</p>
          ) : (
            <ul aria-label={t('shipments:plans.documents.title')}>
              {uploadedDocuments.map((file) => (
                <FileRow key={file.id} file={file} permission={permission} onDelete={() => void remove(file)} />
              ))}
            </ul>
          )}
        </Card>
      </DropTarget>
      <SentMails entityType="SHIPMENT_PLAN" entityId={id} />
    </>
  );
}

/** Attaches documents to the plan, and removes them with Undo. */
function useDocumentMoves(id: string) {
  const t = useT();
  const editor = usePlanEditor();
  const [isUploading, setUploading] = useState(false);
  const entity = t('shipments:plans.documents.entity');
  const refresh = async () => {
    editor.adopt(await editor.run(() => loadPlan(id)));
  };
  const query = { documentType: 'SHIPMENT_PLAN', entityType: 'SHIPMENT_PLAN', entityId: id } as const;
  const upload = async (chosen: readonly File[]) => {
    setUploading(true);
    for (const file of chosen) {
      const problem = documentProblem(file);
      if (problem) toast('error', problem, { scope: 'global' });
      else
        await write(() => call(uploadDocument, { query, file }), {
          failure: { verb: 'create', entity },
          done: t('shipments:plans.documents.attached', { name: file.name }),
        });
    }
    setUploading(false);
    await refresh();
  };
  const undo = async (file: Document, back: () => Promise<unknown>) => {
    await write(back, {
      failure: { verb: 'update', entity },
      done: t('shipments:plans.documents.restored', { name: file.fileName }),
    });
    await refresh();
  };
  const remove = async (file: Document) => {
    // A document of other records, too, only leaves this one.
    const others = file.entities.filter(({ entityId }) => entityId !== id);
    const entitiesOf = (entities: Document['entities']) => ({
      entities: entities.map(({ entityType, entityId }) => ({ entityType, entityId })),
    });
    const [act, back] =
      others.length > 0
        ? [
            () => call(patchDocument, { params: { id: file.id }, body: entitiesOf(others) }),
            () => call(patchDocument, { params: { id: file.id }, body: entitiesOf(file.entities) }),
          ]
        : [
            () => call(deleteDocument, { params: { documentId: file.id }, ifMatch: file.version }),
            () => call(restoreDocument, { params: { documentId: file.id } }),
          ];
    await write<unknown>(act, {
      failure: { verb: 'delete', entity },
      done: t('shipments:plans.documents.removed', { name: file.fileName }),
      undo: () => undo(file, back),
    });
    await refresh();
  };
  return { upload, remove, isUploading };
}
