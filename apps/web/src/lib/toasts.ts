import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { createElement, type ReactNode } from 'react';
import { t } from '../i18n/i18n.ts';
import { isApiError } from './api-error.ts';
import { ToastBody } from './toast-body.tsx';
import type { FailureWords } from './query-client.ts';

/** Beside a field or a button; global things stay longer; what can be undone longest. */
const TOAST_MS = { field: 2500, global: 5000, undo: 10_000 } as const;
type ToastKind = 'success' | 'info' | 'error';

interface ToastOptions {
  /** `field` (default): 2.5 s, after a small action; `global`: 5 s. */
  readonly scope?: 'field' | 'global';
  /** Offers Undo for 10 s. */
  readonly onUndo?: () => void;
}

const ICONS = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle } as const;
const TONES = { success: 'var(--q-positive)', info: 'var(--q-info)', error: 'var(--q-danger)' } as const;

/** Shows a message at the bottom right; at most three at once, pointing at one holds its clock. */
export function toast(kind: ToastKind, message: ReactNode, options: ToastOptions = {}): string {
  const { onUndo } = options;
  const id = notifications.show({
    icon: createElement(ICONS[kind], { size: 18, stroke: 1.75, color: TONES[kind] }),
    message: createElement(ToastBody, { message, ...(onUndo ? { onUndo: () => (notifications.hide(id), onUndo()) } : {}) }),
    autoClose: onUndo ? TOAST_MS.undo : TOAST_MS[options.scope ?? (kind === 'error' ? 'global' : 'field')],
    role: kind === 'error' ? 'alert' : 'status',
    withBorder: false,
    closeButtonProps: { 'aria-label': t('close') },
  });
  return id;
}

/** The words for a failure: the message at a field or the server's own first, else the documented text. */
export function failureText(error: unknown, words?: FailureWords): string {
  if (isApiError(error)) {
    // A 500 explains nothing; 502 to 504 say which part does not answer.
    const generic = error.status === 500 || error.message === t('errors:generic');
    if (!generic) return error.errors[0]?.message && error.message === '' ? error.errors[0].message : error.message;
    if (error.errors[0]) return error.errors[0].message;
  }
  if (words?.fixed) return t(`errors:${words.fixed}`);
  if (words) return t(`errors:failed_${words.verb}`, { entity: words.entity });
  return t('errors:generic');
}

/** Tells that something failed. Nothing for an ended session: the sign-in page tells that. */
export function toastFailure(error: unknown, words?: FailureWords): void {
  if (isApiError(error) && (error.status === 401 || error.status === 403 || error.status === 498)) return;
  toast('error', failureText(error, words), { scope: 'global' });
}
