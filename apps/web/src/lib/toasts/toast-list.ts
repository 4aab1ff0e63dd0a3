/** The types of toast: `SUCCESS` and `INFO` inform, `ALERT` asks the person to act, and `ERROR` reports a failure. */
export const TOAST_TYPES = ['SUCCESS', 'INFO', 'ERROR', 'ALERT'] as const;
export type ToastType = (typeof TOAST_TYPES)[number];
export interface Toast<T> {
  readonly id: string;
  readonly type: ToastType;
  readonly text: T;
  /** How long the toast is displayed, in milliseconds. */
  readonly timeout: number;
}
/** The default duration of a toast in milliseconds. */
export const TOAST_TIMEOUT = 2500;
/** The default duration of toasts that are added directly to the container. */
export const GLOBAL_TIMEOUT = 5000;
export const RESHOW_DELAY = 750;
export const AT_ONCE = 3;

/** The display for toasts. The display calls `hidden` when a toast has timed out or was closed. */
interface ToastScreen<T> {
  show(toast: Toast<T>): void;
  hide(id: string): void;
}

/**
 * The queue of toasts. At most three are displayed, and the others wait. When a toast disappears, the next one is
 * displayed after a delay.
 */
export function createToastList<T>(screen: ToastScreen<T>, newId: () => string) {
  let toasts: readonly Toast<T>[] = [];
  let shown = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const showRest = () => {
    timer = undefined;
    for (const toast of toasts.slice(0, AT_ONCE)) {
      if (shown.has(toast.id)) continue;
      shown.add(toast.id);
      screen.show(toast);
    }
  };
  const drop = (id: string): boolean => {
    const before = toasts.length;
    toasts = toasts.filter((toast) => toast.id !== id);
    shown.delete(id);
    if (toasts.length < before && toasts.length > 0) timer ??= setTimeout(showRest, RESHOW_DELAY);
    return toasts.length < before;
  };
  return {
    all: (): readonly Toast<T>[] => toasts,
    add(toast: Omit<Toast<T>, 'id' | 'timeout'> & { readonly timeout?: number }): string {
      const id = newId();
      toasts = [...toasts, { ...toast, id, timeout: toast.timeout ?? TOAST_TIMEOUT }];
      // A toast that is added during the delay has to wait as well.
      if (timer === undefined) showRest();
      return id;
    },
    remove(id: string): void {
      const wasShown = shown.has(id);
      if (drop(id) && wasShown) screen.hide(id);
    },
    /** Called when a toast has disappeared. */
    hidden: (id: string): void => void drop(id),
    clear(): void {
      const ids = [...shown];
      toasts = [];
      shown = new Set();
      clearTimeout(timer);
      timer = undefined;
      for (const id of ids) screen.hide(id);
    },
  };
}
