import { isPassing } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';

/** Debounce after the last key. */
export const AUTOSAVE_MS = 800;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** Returns false when nothing was stored. */
export type Job = () => Promise<boolean | void>;

interface QueueOptions {
  readonly store: EditorStore;
  /** Returns the next pending input to save. */
  readonly nextSave: () => Job | undefined;
  readonly now: () => number;
  /** An error that belongs to no field. */
  readonly onRefusal: (error: unknown) => void;
  /** Everything is stored. */
  readonly onSettled: () => void;
}

/**
 * Serialises the calls of one editor. Typed input is debounced; other calls (delete, details, moves) run before it
 * without a delay.
 */
export function createSaveQueue({ store, nextSave, now, onRefusal, onSettled }: QueueOptions) {
  const jobs: Job[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Restarts the debounce while the person types. */
  let isTimed = false;
  let running: Promise<void> | undefined;
  /** `pump` was called after the running work last looked for a job, perhaps as it ended. */
  let again = false;
  let failures = 0;
  let hasWritten = false;

  function schedule(ms = AUTOSAVE_MS): void {
    clearTimeout(timer);
    isTimed = true;
    timer = setTimeout(() => void pump(), ms);
    const { isSaving, isFailing } = store.get().save;
    if (!isSaving && !isFailing) store.setSave({ isSaving: true });
  }

  function nextJob(): Job | undefined {
    again = false;
    if (store.get().conflict) return undefined;
    return jobs.shift() ?? (isTimed ? undefined : nextSave());
  }

  async function pump(): Promise<void> {
    clearTimeout(timer);
    isTimed = false;
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
        const isStored = (await job()) !== false;
        hasWritten ||= isStored;
        failures = 0;
        store.setSave({ isFailing: false, ...(isStored ? { savedAt: now() } : {}) });
      } catch (error) {
        failures += 1;
        again = false;
        store.setSave({ isSaving: false, isFailing: true });
        // A temporary failure is retried with back-off; a final refusal is reported once.
        if (isPassing(error)) schedule(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
        else onRefusal(error);
        return;
      }
    }
    store.setSave({ isSaving: isTimed });
    if (hasWritten && !isTimed) {
      hasWritten = false;
      onSettled();
    }
  }

  return {
    schedule,
    /** Flushes the queue; resolves when it is idle. */
    pump,
    /** Something was stored outside the queue: notify dependents when the queue is idle. */
    markWritten: () => {
      hasWritten = true;
    },
    /** Runs a call in order. Its error goes to the caller; saving continues. */
    run<T>(job: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        jobs.push(() =>
          job().then(
            (answer) => (resolve(answer), true),
            (error: unknown) => (reject(error), false),
          ),
        );
        void pump();
      });
    },
    isRunning: () => running !== undefined,
    isIdle: () => running === undefined && jobs.length === 0,
    /** Resolves when the pending call has ended. */
    idle: () => running ?? Promise.resolve(),
    dispose: () => {
      clearTimeout(timer);
      void pump();
    },
  };
}
export type SaveQueue = ReturnType<typeof createSaveQueue>;
