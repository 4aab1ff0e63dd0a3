import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Permission } from '../../lib/session/account.ts';
import { carriesFiles } from '../../lib/page/drop-guard.ts';
import { ActionButton } from './action-button.tsx';
import classes from './drop-target.module.css';

interface DropTargetProps {
  /** A description of what happens to dropped files: "Drop to attach to HS-26-1187". */
  readonly title: string;
  /** A description of the accepted files: "PDF, DOC or DOCX, up to 20 MB". */
  readonly hint?: string;
  readonly permission: Permission;
  readonly onFiles: (files: readonly File[]) => void;
  /** Makes the drop target as high as the page, for a page whose table scrolls inside it. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/**
 * A part of the page that accepts dropped files. For keyboard users, a ChooseFiles button must be beside or inside it.
 */
export function DropTarget({ title, hint, permission, onFiles, fill = false, children }: DropTargetProps) {
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    // A nested drop target has already handled the drop.
    if (event.isDefaultPrevented() || !carriesFiles(event)) return setOver(false);
    if (!permission.allowed) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (event.isDefaultPrevented() || !carriesFiles(event) || !permission.allowed) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      className={classes.target}
      data-fill={fill || undefined}
      onDragOver={onDragOver}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={onDrop}
    >
      {children}
      {isOver && (
        <div className={classes.over} aria-hidden>
          <span className={classes.words}>
            <IconFileUpload size={22} stroke={1.75} />
            <b>{title}</b>
            {hint && <small>{hint}</small>}
          </span>
        </div>
      )}
    </div>
  );
}

interface ChooseFilesProps {
  /** The label of the button. */
  readonly children: ReactNode;
  /** The accessible name of the file chooser. */
  readonly label: string;
  readonly accept: string;
  readonly permission: Permission;
  readonly blocked?: string | null;
  readonly multiple?: boolean;
  readonly variant?: 'filled' | 'default';
  readonly size?: 'xs' | 'sm';
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens a file chooser, as an alternative to dropping files. */
export function ChooseFiles({
  children,
  label,
  accept,
  permission,
  blocked = null,
  multiple = false,
  variant = 'default',
  size = 'sm',
  onFiles,
}: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    // Reset the input. Otherwise choosing the same file again, perhaps after a correction, would not fire a change
    // event.
    event.currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <ActionButton
        icon={IconFileUpload}
        variant={variant}
        size={size}
        permission={permission}
        blocked={blocked}
        onClick={() => input.current?.click()}
      >
        {children}
      </ActionButton>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        disabled={!permission.allowed}
        onChange={onChange}
      />
    </>
  );
}
