import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/account.ts';
import classes from './import.module.css';

const KINDS = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

/** A place to drop a file on, with a button that chooses one. */
export function DropZone({ permission, onFile }: { permission: Permission; onFile: (file: File) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && permission.allowed) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its twin in the button
    <div
      className={classes.drop}
      data-over={(isOver && permission.allowed) || undefined}
      onDrop={accept}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
    >
      <span className={classes.dropIcon}>
        <IconFileUpload size={22} stroke={1.75} aria-hidden />
      </span>
      <h2 className={classes.dropTitle}>{t('products:import.drop')}</h2>
      <p className={classes.dropBody}>{t('products:import.dropBody')}</p>
      <ActionButton variant="filled" permission={permission} onClick={() => input.current?.click()}>
        {t('products:import.choose')}
      </ActionButton>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('products:import.file')}
        accept={KINDS}
        disabled={!permission.allowed}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file chosen again is a change too: it may have been mended.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
