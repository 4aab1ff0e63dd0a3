import { Skeleton } from '@mantine/core';
import type { Document } from '@quayside/contracts/documents/documents';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../components/document-viewer/save-file.ts';
import { IconButton } from '../../components/ui/action-button.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatFileSize } from '../../lib/document-file.ts';
import { formatInstant } from '../../lib/words/format.ts';
import { versionsQuery } from './api.ts';
import classes from './documents.module.css';

/** The versions of a file: who uploaded each of them and when, with a download link. The list is collapsed at first. */
export function DocumentVersions({ document }: { document: Document }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const count = document.versionNumber;
  return (
    <details className={classes.versions} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('documents:invoice.versionsOf', { count, name: document.fileName })}>
        <IconChevronRight size={14} stroke={1.75} aria-hidden /> {t('documents:list.versions', { count })}
      </summary>
      {isOpen && <Versions document={document} />}
    </details>
  );
}

function Versions({ document }: { document: Document }) {
  const t = useT();
  const query = useQuery(versionsQuery(document.id));
  if (query.isError)
    return (
      <ErrorState error={query.error} entity={t('documents:invoice.versions')} onRetry={() => void query.refetch()} />
    );
  if (!query.data) return <Skeleton height={54} role="status" aria-label={t('loading')} />;
  return (
    <ul>
      {query.data.map((version) => (
        <li key={version.versionNumber} className={classes.version}>
          <div>
            <p>
              {t('documents:invoice.version', { number: version.versionNumber })}
              {version.versionNumber === document.versionNumber && <small> · {t('documents:invoice.newest')}</small>}
            </p>
            <p className={classes.facts}>
              {version.uploadedBy
                ? t('documents:invoice.byWhom', {
                    when: formatInstant(version.uploadedAt),
                    who: version.uploadedBy.name,
                  })
                : formatInstant(version.uploadedAt)}{' '}
              · {formatFileSize(version.size)}
            </p>
          </div>
          <IconButton
            size={28}
            icon={IconDownload}
            label={t('documents:invoice.downloadVersion', { number: version.versionNumber })}
            onClick={() => void saveFile({ ...version, id: document.id })}
          />
        </li>
      ))}
    </ul>
  );
}
