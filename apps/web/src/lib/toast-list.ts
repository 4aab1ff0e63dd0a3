/** One toast: `SUCCESS` and `INFO` tell, `ALERT` asks for something, `ERROR` says what failed. */
export const TOAST_TYPES = ['SUCCESS', 'INFO', 'ERROR', 'ALERT'] as const;
export type ToastType = (typeof TOAST_TYPES)[number];
export interface Toast<T> {
  readonly id: string;
  readonly type: ToastType;
  readonly text: T;
  /** Milliseconds. */
  readonly timeout: number;
}
/** Default duration. */
export const TOAST_TIMEOUT = 2500;
/** Default duration of toasts that are added to the container directly. */
export const GLOBAL_TIMEOUT = 5000;
export const RESHOW_DELAY = 750;
export const AT_ONCE = 3;

/** Renders toasts. It calls `hidden` when a toast timed out or was closed. */
interface ToastScreen<T> {
  show(toast: Toast<T>): void;
  hide(id: string): void;
}

/**
 * The queue of toasts: at most three are on the screen, the others wait. When one hides, it is deleted, and the next
 * waiting toast is shown after a moment.
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
      // During that moment a new toast waits too.
      if (timer === undefined) showRest();
      return id;
    },
    remove(id: string): void {
      const wasShown = shown.has(id);
      if (drop(id) && wasShown) screen.hide(id);
    },
    /** The screen reports that a toast is gone. */
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
