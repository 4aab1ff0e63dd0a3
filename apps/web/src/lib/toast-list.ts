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
/** Where no time of its own is given. */
export const TOAST_TIMEOUT = 2500;
/** The container's own, for what is given to it directly. */
export const GLOBAL_TIMEOUT = 5000;
export const RESHOW_DELAY = 750;
export const AT_ONCE = 3;

/** What draws toasts. It says by `hidden` that one went, by itself or by a press. */
export interface ToastScreen<T> {
  show(toast: Toast<T>): void;
  hide(id: string): void;
}

/**
 * The toasts that there are: at most three on the screen, the others wait. When one hides it is deleted, and after a moment the rest are
 * shown again: those that stand stay as they are, those that waited come.
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
      // While the rest wait to be shown again, a new one waits with them.
      if (timer === undefined) showRest();
      return id;
    },
    remove(id: string): void {
      const wasShown = shown.has(id);
      if (drop(id) && wasShown) screen.hide(id);
    },
    /** The screen says that one went. */
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
