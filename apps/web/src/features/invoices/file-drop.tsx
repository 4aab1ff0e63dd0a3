import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import classes from './invoices.module.css';

interface FileDropProps {
  /** The text above the button. It explains what to drop, or shows the name of the chosen file. */
  readonly children: ReactNode;
  /** A text that names the accepted types of files. */
  readonly hint: string;
  /** The accessible name of the file input. */
  readonly label: string;
  readonly accept: string;
  /** Whether several files can be chosen together: photographed pages of one document. */
  readonly multiple?: boolean;
  readonly problem: string | undefined;
  readonly permission?: Permission;
  /** Whether a file is being processed, so that no other is taken. */
  readonly isBusy?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** An area on which files can be dropped, with a button that opens the file dialog. */
export function FileDrop({
  children,
  hint,
  label,
  accept,
  multiple = false,
  problem,
  permission,
  isBusy = false,
  onFiles,
}: FileDropProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy && permission?.allowed !== false) onFiles([...event.dataTransfer.files]);
  };
  return (
    <>
      {/* Drag and drop is only a shortcut for the button inside, which opens the file dialog. */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        data-wrong={problem ? true : undefined}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
        <ActionButton disabled={isBusy} {...(permission ? { permission } : {})} onClick={() => input.current?.click()}>
          {t('invoices:add.chooseFile')}
        </ActionButton>
        <span className={classes.hintRow}>{hint}</span>
        <input
          ref={input}
          type="file"
          className={classes.hiddenFile}
          accept={accept}
          multiple={multiple}
          aria-label={label}
          tabIndex={-1}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
