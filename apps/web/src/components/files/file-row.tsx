import type { Document } from '@quayside/contracts/documents/documents';
import { IconDownload, IconFileText, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import { formatFileSize } from '../../lib/document-file.ts';
import { formatInstant, formatRelative, langOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { saveFile } from '../document-viewer/save-file.ts';
import { IconButton } from '../ui/action-button.tsx';
import classes from './file-row.module.css';

interface FileRowProps {
  readonly file: Document;
  readonly permission: Permission;
  readonly onDelete: () => void;
  /** Marks and choices between the name and the buttons. */
  readonly children?: ReactNode;
}

/** A document of a record, in a list: its name, who attached it and when, and the buttons to download or delete it. */
export function FileRow({ file, permission, onDelete, children }: FileRowProps) {
  const t = useT();
  const { fileName: name, uploadedAt } = file;
  return (
    <li className={classes.file}>
      <IconFileText size={18} stroke={1.75} aria-hidden />
      <span className={classes.name}>
        <Link to={paths.document(file.id)} lang={langOf(name)}>
          {name}
        </Link>
        <span className="quiet">
          {formatFileSize(file.size)} ·{' '}
          <time dateTime={uploadedAt} title={formatInstant(uploadedAt)}>
            {formatRelative(uploadedAt)}
          </time>
          {file.uploadedBy && ` · ${file.uploadedBy.name}`}
        </span>
      </span>
      {children}
      <IconButton
        icon={IconDownload}
        label={t('records:files.download', { name })}
        onClick={() => void saveFile(file)}
      />
      <IconButton
        icon={IconTrash}
        label={t('records:files.delete', { name })}
        permission={permission}
        onClick={onDelete}
      />
    </li>
  );
}
