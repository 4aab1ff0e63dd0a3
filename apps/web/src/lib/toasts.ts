import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconBolt, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { createElement, type ReactNode } from 'react';
import { t } from '../i18n/i18n.ts';
import { isApiError } from './api-error.ts';
import type { FailureWords } from './failure-words.ts';
import { ToastBody } from './toast-body.tsx';
import { createToastList, GLOBAL_TIMEOUT, TOAST_TIMEOUT, type ToastType } from './toast-list.ts';
import { uniqueId } from './unique-id.ts';

/** Durations: short after a small action, longer for global messages, longest with Undo. */
const TOAST_MS = { field: TOAST_TIMEOUT, global: GLOBAL_TIMEOUT, undo: 10_000 } as const;
/** `alert`: the person has to act. */
type ToastKind = 'success' | 'info' | 'error' | 'alert';

interface ToastOptions {
  /** `field` (default): 2.5 s, after a small action; `global`: 5 s. */
  readonly scope?: 'field' | 'global';
  /** Offers Undo for 10 s. */
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

/** Shows a message at the bottom right, at most three at once. Hovering over one pauses its timer. */
export function toast(kind: ToastKind, message: ReactNode, options: ToastOptions = {}): string {
  const { onUndo } = options;
  const id = list.add({
    type: TYPES[kind],
    text: createElement(ToastBody, { message, ...(onUndo ? { onUndo: () => (list.remove(id), onUndo()) } : {}) }),
    timeout: onUndo ? TOAST_MS.undo : TOAST_MS[options.scope ?? 'field'],
  });
  return id;
}

/** Closes all toasts. */
export const clearToasts = (): void => list.clear();

/** The message for a failure: a field error or the server's own message, else the documented text. */
export function failureText(error: unknown, words?: FailureWords): string {
  if (isApiError(error)) {
    // A 500 has no explanation; 502 to 504 name the part that does not answer.
    const generic = error.status === 500 || error.message === t('errors:generic');
    if (!generic) return error.errors[0]?.message && error.message === '' ? error.errors[0].message : error.message;
    if (error.errors[0]) return error.errors[0].message;
  }
  if (words?.fixed) return t(`errors:${words.fixed}`);
  if (words) return t(`errors:failed_${words.verb}`, { entity: words.entity });
  return t('errors:generic');
}

/** Shows a toast for a failure. Skips an ended session, because the sign-in page says so. */
export function toastFailure(error: unknown, words?: FailureWords): void {
  if (isApiError(error) && (error.status === 401 || error.status === 403 || error.status === 498)) return;
  // The person cancelled the password dialog and knows why the call failed.
  if (isApiError(error) && error.code === 'proof_required') return;
  toast('error', failureText(error, words), { scope: 'global' });
}
