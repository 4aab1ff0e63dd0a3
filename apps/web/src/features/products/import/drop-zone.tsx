import { IconFileUpload } from '@tabler/icons-react';
import { ChooseFiles, DropTarget } from '../../../components/ui/drop-target.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/account.ts';
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

/** A drop target for a file, with a button that opens the file dialog. */
export function DropZone({ permission, onFile, isSmall = false }: DropZoneProps) {
  const t = useT();
  const take = ([file]: readonly File[]) => file && onFile(file);
  return (
    <DropTarget
      title={t('products:import.dropHere')}
      hint={t('products:import.kinds')}
      permission={permission}
      onFiles={take}
    >
      <div className={classes.drop} data-small={isSmall || undefined}>
        <span className={classes.dropIcon}>
          <IconFileUpload size={22} stroke={1.75} aria-hidden />
        </span>
        <div className={classes.dropWords}>
          <h2 className={classes.dropTitle}>{t(isSmall ? 'products:import.dropMended' : 'products:import.drop')}</h2>
          <p className={classes.dropBody}>
            {t(isSmall ? 'products:import.dropMendedBody' : 'products:import.dropBody')}
          </p>
        </div>
        <ChooseFiles
          label={t('products:import.file')}
          accept={KINDS}
          permission={permission}
          variant={isSmall ? 'default' : 'filled'}
          onFiles={take}
        >
          {t('products:import.choose')}
        </ChooseFiles>
      </div>
    </DropTarget>
  );
}
