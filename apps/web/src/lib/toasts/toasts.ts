import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconBolt, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { createElement, type ReactNode } from 'react';
import { t } from '../../i18n/i18n.ts';
import { isApiError } from '../errors/api-error.ts';
import { failureText } from '../errors/failure-text.ts';
import type { FailureWords } from '../errors/failure-words.ts';
import { ToastBody } from './toast-body.tsx';
import { createToastList, GLOBAL_TIMEOUT, TOAST_TIMEOUT, type ToastType } from './toast-list.ts';
import { uniqueId } from '../page/unique-id.ts';

/**
 * Durations in milliseconds: short after a small action, longer for a global message, and longest if the toast offers
 * Undo.
 */
const TOAST_MS = { field: TOAST_TIMEOUT, global: GLOBAL_TIMEOUT, undo: 10_000 } as const;
/** The kinds of toast. With `alert`, the person has to do something. */
type ToastKind = 'success' | 'info' | 'error' | 'alert';

interface ToastOptions {
  /** `field` (default) is for small actions and lasts 2.5 s; `global` lasts 5 s. */
  readonly scope?: 'field' | 'global';
  /** Adds an Undo button, and displays the toast for 10 s. */
  readonly onUndo?: () => void;
}

const TYPES = { success: 'SUCCESS', info: 'INFO', error: 'ERROR', alert: 'ALERT' } as const satisfies Record<
  ToastKind,
  ToastType
>;
const ICONS = { SUCCESS: IconCircleCheck, INFO: IconInfoCircle, ERROR: IconAlertTriangle, ALERT: IconBolt } as const;
const TONES = {
  SUCCESS: 'var(--q-positive)',
  INFO: 'var(--q-info)',
  ERROR: 'var(--q-danger)',
  ALERT: 'var(--q-warning)',
} as const;

const list = createToastList<ReactNode>(
  {
    show: ({ id, type, text, timeout }) =>
      void notifications.show({
        id,
        icon: createElement(ICONS[type], { size: 18, stroke: 1.75, color: TONES[type] }),
        message: text,
        autoClose: timeout,
        role: type === 'ERROR' ? 'alert' : 'status',
        withBorder: false,
        closeButtonProps: { 'aria-label': t('close') },
        onClose: () => list.hidden(id),
      }),
    hide: (id) => notifications.hide(id),
  },
  uniqueId,
);

/**
 * Shows a message at the bottom right. At most three messages are displayed. The timer pauses while the pointer is over
 * the message.
 */
export function toast(kind: ToastKind, message: ReactNode, options: ToastOptions = {}): string {
  const { onUndo } = options;
  const id = list.add({
    type: TYPES[kind],
    text: createElement(ToastBody, { message, ...(onUndo ? { onUndo: () => (list.remove(id), onUndo()) } : {}) }),
    timeout: onUndo ? TOAST_MS.undo : TOAST_MS[options.scope ?? 'field'],
  });
  return id;
}

/** Closes a toast whose message holds no more. */
export const closeToast = (id: string): void => list.remove(id);

/** Closes all toasts. */
export const clearToasts = (): void => list.clear();

/** Shows a toast for a failure. If the session has ended, no toast is shown, because the sign-in page explains this. */
export function toastFailure(error: unknown, words?: FailureWords): void {
  if (isApiError(error) && (error.status === 401 || error.status === 403 || error.status === 498)) return;
  // Show no toast, because the person has cancelled the proof dialog and knows why the call failed.
  if (isApiError(error) && error.code === 'proof_required') return;
  toast('error', failureText(error, words), { scope: 'global' });
}
