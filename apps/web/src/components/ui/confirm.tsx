import { Button, Modal } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useEffect, useState } from 'react';
import { t, useT } from '../../i18n/i18n.ts';
import { rememberFocus } from '../../lib/remember-focus.ts';
import classes from './confirm.module.css';

export interface ConfirmOptions {
  /** The question: "Archive Yiwu Lanting Textile?" */
  readonly title: string;
  /** The consequence. */
  readonly body: ReactNode;
  /** The button repeats the verb: "Archive supplier". */
  readonly action: string;
  readonly cancel?: string;
  readonly danger?: boolean;
}

/** Opens the dialog; resolves to true when the person confirmed. 440 px. */
export function confirm({ title, body, action, cancel, danger = false }: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
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
      onClose: () => resolve(false),
    });
  });
}

export interface DialogProps {
  readonly title: ReactNode;
  readonly opened?: boolean;
  readonly onClose: () => void;
  /** px */
  readonly size?: number;
  /** px; taller content scrolls where the content says so. Undefined: as high as the content. */
  readonly height?: number;
  /** At the right of the footer: Cancel, then the one primary button. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A dialog of any content; a sheet as wide as the screen on a phone. */
export function Dialog({ title, opened = true, onClose, size = 520, height, footer, children }: DialogProps) {
  const label = useT()('close');
  // The kit restores the focus when a dialog closes, but not when it unmounts.
  const [giveFocusBack] = useState(rememberFocus);
  useEffect(() => giveFocusBack, [giveFocusBack]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': label }}
      {...(height === undefined ? {} : { styles: fixedHeight(height) })}
    >
      {children}
      {footer && <div className={classes.footer}>{footer}</div>}
    </Modal>
  );
}

const fixedHeight = (height: number) =>
  ({
    content: { display: 'flex', flexDirection: 'column', height },
    body: { display: 'flex', flex: 1, flexDirection: 'column', minHeight: 0 },
  }) as const;

/** Cancel and one verb, for the foot of a dialog. */
export function DialogButtons({
  action,
  onCancel,
  onAction,
  isBusy = false,
  isBlocked = false,
  danger = false,
  submit = false,
}: {
  action: string;
  onCancel: () => void;
  onAction?: () => void;
  isBusy?: boolean;
  /** The form is incomplete. */
  isBlocked?: boolean;
  danger?: boolean;
  submit?: boolean;
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
        onClick={onAction}
      >
        {action}
      </Button>
    </>
  );
}
