import { deleteDocument, type Document } from '@quayside/contracts/documents/documents';
import { DOCUMENT_TYPES } from '@quayside/domain/lists';
import { IconFileSearch, IconTrash } from '@tabler/icons-react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DocumentViewer } from '../../../components/document-viewer/document-viewer.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatFileSize } from '../../../lib/document-file.ts';
import { formatInstant } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { write } from '../../../lib/api/write.ts';
import { setType } from '../api.ts';
import { deleteWithUndo, replaceWith } from '../document-actions.ts';
import { DocumentVersions } from '../document-versions.tsx';
import classes from './list.module.css';

/** The selected document in a panel beside the list, with its actions. */
export function DocumentPanel({ document, onClose }: { document: Document; onClose: () => void }) {
  const t = useT();
  const permission = usePermission(deleteDocument);
  const name = document.fileName;
  const remove = async () => {
    if (await deleteWithUndo(document)) onClose();
  };
  return (
    <Panel
      title={name}
      subtitle={
        `${formatInstant(document.uploadedAt)}${document.uploadedBy ? ` · ${document.uploadedBy.name}` : ''} · ` +
        formatFileSize(document.size)
      }
      onClose={onClose}
      flush
      footer={
        <div className={classes.panelFoot}>
          <Chooser
            size="xs"
            w={150}
            aria-label={t('documents:list.typeOf', { name })}
            disabled={!permission.allowed}
            value={document.documentType}
            data={DOCUMENT_TYPES.map((value) => ({ value, label: t(`documents:types.${value}`) }))}
            onChange={(value) =>
              void write(() => setType(document.id, value as Document['documentType']), {
                failure: { verb: 'update', entity: t('documents:entity') },
              })
            }
          />
          <span className={classes.panelActions}>
            <ActionButton
              size="xs"
              icon={IconTrash}
              color="danger"
              permission={permission}
              onClick={() => void remove()}
            >
              {t('documents:list.delete')}
            </ActionButton>
            <ActionButton size="xs" variant="filled" icon={IconFileSearch} to={paths.invoiceMatching(document.id)}>
              {t('documents:list.match')}
            </ActionButton>
          </span>
          {document.versionNumber > 1 && <DocumentVersions document={document} />}
        </div>
      }
    >
      <div className={classes.panelViewer}>
        <DocumentViewer
          document={document}
          replacing={{ permission, onReplace: (file) => void replaceWith(document, file) }}
        />
      </div>
    </Panel>
  );
}
