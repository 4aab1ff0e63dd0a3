import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconRotateClockwise,
  IconUpload,
  IconZoomIn,
  IconZoomOut,
  type TablerIcon,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { Menu } from '../ui/layers.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Permission } from '../../lib/session/account.ts';
import { DOCUMENT_ACCEPT } from '../../lib/document-file.ts';
import { formatPercent } from '../../lib/words/format.ts';
import { IconButton } from '../ui/action-button.tsx';
import { openInTab, saveFile } from './save-file.ts';
import { isPdf, type ViewedDocument } from './use-pdf.ts';
import type { ViewerKey } from './viewer-keys.ts';
import classes from './viewer.module.css';

/** How the toolbar uploads a new version of the document. */
export interface Replacing {
  readonly onReplace: (file: File) => void;
  readonly permission: Permission;
  /** Another reason why the button is disabled, in addition to the permission. */
  readonly blocked?: string | null;
}
interface ViewerToolbarProps {
  readonly document: ViewedDocument;
  /** The current page, the number of pages and the zoom; undefined while no pages are displayed. */
  readonly look:
    | { readonly page: number; readonly pages: number; readonly zoom: number; readonly isFit: boolean }
    | undefined;
  readonly actions?: Readonly<Record<ViewerKey | 'rotate', () => void>>;
  readonly replacing?: Replacing;
}

/** The toolbar of the viewer: page, zoom, rotation, uploading a new version, opening and downloading the file. */
export function ViewerToolbar({ document, look, actions, replacing }: ViewerToolbarProps) {
  const t = useT();
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('documents:viewer.toolbar')}>
      {look && actions && (
        <>
          <KeyedButton
            icon={IconChevronLeft}
            act="previousPage"
            disabled={look.page === 0}
            onClick={actions.previousPage}
          />
          <span className={`${classes.pageCount} num`} aria-live="polite">
            {t('documents:viewer.page', { page: look.page + 1, count: look.pages })}
          </span>
          <KeyedButton
            icon={IconChevronRight}
            act="nextPage"
            disabled={look.page >= look.pages - 1}
            onClick={actions.nextPage}
          />
        </>
      )}
      <span className={classes.toolbarEnd}>
        {look && actions && (
          <>
            <KeyedButton icon={IconZoomOut} act="zoomOut" onClick={actions.zoomOut} />
            <Zoom percent={formatPercent(look.zoom * 100, 0)} isFit={look.isFit} onClick={actions.fit} />
            <KeyedButton icon={IconZoomIn} act="zoomIn" onClick={actions.zoomIn} />
            <IconButton
              size={28}
              icon={IconRotateClockwise}
              label={t('documents:viewer.rotate')}
              onClick={actions.rotate}
            />
          </>
        )}
        {replacing && <ReplaceButton {...replacing} />}
        <FileMenu document={document} />
      </span>
    </div>
  );
}

function KeyedButton({
  icon,
  act,
  disabled = false,
  onClick,
}: {
  icon: TablerIcon;
  act: Exclude<ViewerKey, 'fit'>;
  disabled?: boolean;
  onClick: () => void;
}) {
  const t = useT();
  const label = t('documents:viewer.withKeys', {
    label: t(`documents:viewer.${act}`),
    keys: t(`documents:viewer.keys.${act}`),
  });
  return <IconButton size={28} icon={icon} label={label} disabled={disabled} onClick={onClick} />;
}

function Zoom({ percent, isFit, onClick }: { percent: string; isFit: boolean; onClick: () => void }) {
  const t = useT();
  return (
    <Tooltip
      label={t('documents:viewer.withKeys', { label: t('documents:viewer.fit'), keys: t('documents:viewer.keys.fit') })}
    >
      <button
        type="button"
        className={`${classes.zoom} num`}
        aria-label={t('documents:viewer.zoom', { percent })}
        aria-pressed={isFit}
        onClick={onClick}
      >
        {percent}
      </button>
    </Tooltip>
  );
}

function ReplaceButton({ onReplace, permission, blocked = null }: Replacing) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        size={28}
        icon={IconUpload}
        label={t('documents:viewer.replace')}
        permission={permission}
        blocked={blocked}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={DOCUMENT_ACCEPT}
        aria-label={t('documents:viewer.file')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Reset the input. Otherwise choosing the same file again, perhaps after a correction, would not fire a
          // change event.
          event.currentTarget.value = '';
          if (file) onReplace(file);
        }}
      />
    </>
  );
}

function FileMenu({ document }: { document: ViewedDocument }) {
  const t = useT();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={t('moreActions')}>
          <ActionIcon size={28} aria-label={t('moreActions')}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {isPdf(document) && (
          <Menu.Item
            leftSection={<IconExternalLink size={16} stroke={1.75} />}
            onClick={() => void openInTab(document)}
          >
            {t('documents:viewer.openTab')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void saveFile(document)}>
          {t('documents:viewer.download')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
