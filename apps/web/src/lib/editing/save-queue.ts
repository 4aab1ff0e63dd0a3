import { isPassing } from './edit-state.ts';

/** How long the editor waits after the last keystroke before it saves, in milliseconds. */
export const AUTOSAVE_MS = 800;
/**
 * How long after a field is left its value is saved: as long as a click takes, so that nothing that the answer shows
 * moves the button that is being pressed.
 */
export const LEAVE_MS = 200;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** A call that stores something. It returns false when nothing was stored. */
export type Job = () => Promise<boolean | void>;

/** What a person sees of the saving of an editor. */
export interface SaveState {
  /** Whether there is input that still has to be saved. */
  readonly isSaving: boolean;
  /** Whether the last request failed. If the failure is temporary, the editor retries. */
  readonly isFailing: boolean;
  readonly savedAt: number | null;
}
/** The part of an editor's store that the queue uses. While there is a conflict, nothing is saved. */
interface QueueStore {
  readonly get: () => { readonly save: SaveState; readonly conflict: unknown };
  readonly setSave: (save: Partial<SaveState>) => void;
}

interface QueueOptions {
  readonly store: QueueStore;
  /** Returns the call that saves the next piece of typed input. */
  readonly nextSave: () => Job | undefined;
  /** Whether some input waits until it is complete. */
  readonly isHeld: () => boolean;
  readonly now: () => number;
  /** Called with an error that does not belong to any field. */
  readonly onRefusal: (error: unknown) => void;
  /** Called when everything is stored. */
  readonly onSettled: () => void;
}

/**
 * Runs the calls of one editor one after the other. Saving typed input is debounced. Other operations (delete, change
 * of settings, undo) come first and are not delayed.
 */
export function createSaveQueue(options: QueueOptions) {
  const { store, nextSave } = options;
  const jobs: Job[] = [];
  const debounce = createDebounce(() => void pump());
  const report = createReport(options);
  let running: Promise<void> | undefined;
  /**
   * Whether `pump` was called after the running loop had looked for the next call. The loop must then look once more.
   */
  let again = false;

  function schedule(ms = AUTOSAVE_MS): void {
    debounce.restart(ms);
    const { isSaving, isFailing } = store.get().save;
    if (!isSaving && !isFailing) store.setSave({ isSaving: true });
  }

  function nextJob(): Job | undefined {
    again = false;
    if (store.get().conflict) return undefined;
    return jobs.shift() ?? (debounce.isWaiting() ? undefined : nextSave());
  }

  async function pump(): Promise<void> {
    debounce.stop();
    again = true;
    running ??= workUntilIdle();
    return running;
  }

  async function workUntilIdle(): Promise<void> {
    try {
      await work();
    } finally {
      running = undefined;
    }
    const isOpen = jobs.length > 0 && !store.get().conflict;
    if (again || isOpen) await pump();
  }

  async function work(): Promise<void> {
    for (let job = nextJob(); job; job = nextJob()) {
      store.setSave({ isSaving: true });
      try {
        report.ended((await job()) !== false);
      } catch (error) {
        again = false;
        const retryMs = report.failed(error);
        if (retryMs !== undefined) schedule(retryMs);
        return;
      }
    }
    report.idle(debounce.isWaiting() || options.isHeld());
  }

  return {
    schedule,
    /** Saves all input immediately. Resolves when the queue is idle. */
    pump,
    /** Records that something was stored outside the queue. `onSettled` is then called when the queue is idle. */
    markWritten: report.markWritten,
    /** Runs a call when its turn comes. If the call fails, the caller gets the error, and the queue continues. */
    run<T>(job: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        jobs.push(jobOf(job, resolve, reject));
        void pump();
      });
    },
    isRunning: () => running !== undefined,
    isIdle: () => running === undefined && jobs.length === 0,
    /** Resolves when the running calls have ended. */
    idle: () => running ?? Promise.resolve(),
  };
}
export type SaveQueue = ReturnType<typeof createSaveQueue>;

/** Creates a timer that restarts with every keystroke. */
function createDebounce(onEnd: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  return {
    restart(ms: number): void {
      clearTimeout(timer);
      isWaiting = true;
      timer = setTimeout(onEnd, ms);
    },
    stop(): void {
      clearTimeout(timer);
      isWaiting = false;
    },
    isWaiting: () => isWaiting,
  };
}

/** Reports the results of calls, both to the save state that the person sees and to `onRefusal` and `onSettled`. */
function createReport({ store, now, onRefusal, onSettled }: QueueOptions) {
  let failures = 0;
  let hasWritten = false;
  return {
    markWritten(): void {
      hasWritten = true;
    },
    ended(isStored: boolean): void {
      hasWritten ||= isStored;
      failures = 0;
      store.setSave({ isFailing: false, ...(isStored ? { savedAt: now() } : {}) });
    },
    /**
     * Reports a failed call. For a temporary failure, returns the delay before the retry in milliseconds, which grows
     * with each failure. After a final refusal, returns undefined.
     */
    failed(error: unknown): number | undefined {
      failures += 1;
      store.setSave({ isSaving: false, isFailing: true });
      if (isPassing(error)) return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
      onRefusal(error);
      return undefined;
    },
    /** Called when there are no more calls. Typed input may still be waiting for the end of the debounce. */
    idle(isDebouncing: boolean): void {
      store.setSave({ isSaving: isDebouncing });
      if (!hasWritten || isDebouncing) return;
      hasWritten = false;
      onSettled();
    },
  };
}

/** Wraps a call as a job of the queue. The job settles the caller's promise, and returns whether the call succeeded. */
const jobOf =
  <T>(call: () => Promise<T>, resolve: (answer: T) => void, reject: (error: unknown) => void): Job =>
  () =>
    call().then(
      (answer) => (resolve(answer), true),
      (error: unknown) => (reject(error), false),
    );
