import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, type Ref, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { placeFocus, pressPrimary } from './dialog-keys.ts';
import { Modal } from './layers.tsx';
import { t, useT } from '../../i18n/i18n.ts';
import { openLayer } from '../../lib/page/back-layers.ts';
import { stopKeysBelow } from '../../lib/page/keys.ts';
import { rememberFocus } from '../../lib/page/remember-focus.ts';
import classes from './confirm.module.css';

export interface ConfirmOptions {
  /** The question: "Archive Yiwu Lanting Textile?" */
  readonly title: string;
  /** An explanation of the consequences. */
  readonly body: ReactNode;
  /** The label of the button that confirms. It repeats the verb of the question: "Archive supplier". */
  readonly action: string;
  readonly cancel?: string;
  readonly danger?: boolean;
}

/** Opens a confirmation dialog, 440 px wide. Resolves to true when the person confirms. */
export function confirm({ title, body, action, cancel, danger = false }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const id = modals.openConfirmModal({
      title,
      size: 440,
      children: <div className={classes.body}>{body}</div>,
      labels: { confirm: action, cancel: cancel ?? t('cancel') },
      confirmProps: { variant: 'filled', color: danger ? 'danger' : 'accent', 'data-autofocus': true },
      cancelProps: { variant: 'default' },
      groupProps: { gap: 8 },
      closeButtonProps: { 'aria-label': t('close') },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => {
        leave();
        resolve(false);
      },
    });
    const leaveLayer = openLayer(() => modals.close(id));
    const giveKeysBack = stopKeysBelow();
    const leave = () => {
      leaveLayer();
      giveKeysBack();
    };
  });
}

interface DialogProps {
  readonly title: ReactNode;
  readonly opened?: boolean;
  readonly onClose: () => void;
  /** The width in pixels. */
  readonly size?: number;
  /** A fixed height in pixels, for content that scrolls by itself. Undefined: the dialog is as high as its content. */
  readonly height?: number;
  /** Keeps the footer in view while a long content scrolls. */
  readonly isLong?: boolean;
  /** Content on the right of the footer: Cancel, then the one primary button. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A dialog with any content. On a phone it becomes a sheet as wide as the screen. */
export function Dialog(props: DialogProps) {
  const { title, opened = true, onClose, size = 520, height, isLong, footer, children } = props;
  const label = useT()('close');
  // Mantine restores the focus when a dialog closes, but not when it unmounts while open.
  const [giveFocusBack] = useState(rememberFocus);
  useEffect(() => giveFocusBack, [giveFocusBack]);
  useLayoutEffect(() => (opened ? stopKeysBelow() : undefined), [opened]);
  const root = useCallback(
    (element: HTMLElement | null) => (opened && element ? placeFocus(element) : undefined),
    [opened],
  );
  return (
    <Modal
      ref={root}
      opened={opened}
      onClose={onClose}
      onKeyDown={pressPrimary}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': label }}
      {...(height === undefined ? isLong && { styles: ABOVE_FOOTER } : { styles: fixedHeight(height) })}
    >
      {children}
      {footer && (
        <div className={classes.footer} data-sticky={isLong}>
          {footer}
        </div>
      )}
    </Modal>
  );
}

/** What gets the focus scrolls to above the footer, which would hide it. */
const ABOVE_FOOTER = { content: { scrollPaddingBottom: 76 } } as const;
const fixedHeight = (height: number) =>
  ({
    content: { display: 'flex', flexDirection: 'column', height },
    body: { display: 'flex', flex: 1, flexDirection: 'column', minHeight: 0 },
  }) as const;

/** The buttons at the bottom of a dialog: Cancel and one action. */
export function DialogButtons({
  action,
  onCancel,
  onAction,
  isBusy = false,
  isBlocked = false,
  danger = false,
  submit = false,
  actionRef,
  keys,
}: {
  action: string;
  onCancel: () => void;
  onAction?: () => void;
  isBusy?: boolean;
  /** Disables the action while the form is incomplete. */
  isBlocked?: boolean;
  danger?: boolean;
  submit?: boolean;
  /** The button of the action, so that the dialog can focus it. */
  actionRef?: Ref<HTMLButtonElement>;
  /** The shortcut of the action, for screen readers and the tooltip. The dialog handles it. */
  keys?: string;
}) {
  const words = useT();
  return (
    <>
      <Button onClick={onCancel}>{words('cancel')}</Button>
      <Button
        variant="filled"
        color={danger ? 'danger' : 'accent'}
        loading={isBusy}
        disabled={isBlocked}
        type={submit ? 'submit' : 'button'}
        ref={actionRef}
        title={keys}
        aria-keyshortcuts={keys === undefined ? undefined : 'Control+Enter'}
        onClick={onAction}
      >
        {action}
      </Button>
    </>
  );
}
