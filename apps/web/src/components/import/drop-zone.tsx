import { Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { ChooseFiles, DropTarget } from '../ui/drop-target.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import { useImportKit } from './import-kit.ts';
import { pastedFile } from './pasted-file.ts';
import classes from './import.module.css';

const KINDS =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,' +
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface DropZoneProps {
  readonly permission: Permission;
  readonly onFile: (file: File) => void;
  /** Shows the drop target as one line, for use beside other content. */
  readonly isSmall?: boolean;
}

/** A drop target for a file, with a button that opens the file dialog, and a field for pasted cells. */
export function DropZone({ permission, onFile, isSmall = false }: DropZoneProps) {
  const t = useT();
  const words = useImportKit().words(t);
  const take = ([file]: readonly File[]) => file && onFile(file);
  return (
    <DropTarget title={t('imports:dropHere')} hint={words.kinds} permission={permission} onFiles={take}>
      <div className={classes.drop} data-small={isSmall || undefined}>
        <span className={classes.dropIcon}>
          <IconFileUpload size={22} stroke={1.75} aria-hidden />
        </span>
        <div className={classes.dropWords}>
          <h2 className="section-title">{t(isSmall ? 'imports:dropMended' : 'imports:drop')}</h2>
          <p className={classes.dropBody}>{isSmall ? t('imports:dropMendedBody') : words.dropBody}</p>
        </div>
        <ChooseFiles
          label={words.file}
          accept={KINDS}
          permission={permission}
          variant={isSmall ? 'default' : 'filled'}
          onFiles={take}
        >
          {t('imports:choose')}
        </ChooseFiles>
        {!isSmall && (
          <Textarea
            className={classes.paste}
            label={t('imports:paste')}
            description={t('imports:pasteHint')}
            rows={2}
            value=""
            disabled={!permission.allowed}
            autoComplete="off"
            onChange={(event) => {
              const file = pastedFile(event.currentTarget.value, t('imports:pastedFile'));
              if (file) onFile(file);
            }}
          />
        )}
      </div>
    </DropTarget>
  );
}
