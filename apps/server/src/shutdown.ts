import { setTimeout as sleep } from 'node:timers/promises';

/** Stops the parts of this process, the last started first, before the process exits. */
export interface Shutdown {
  /**
   * Registers the function that stops a part, and how long the shutdown waits for it before it stops the next part.
   * Throws if the process is already stopping, so that a start that is under way goes no further.
   */
  add(stop: () => Promise<unknown>, withinMs: number): void;
  /** Stops all parts, then exits. Only the first call counts. */
  run(code: number): Promise<void>;
}

interface Part {
  readonly stop: () => Promise<unknown>;
  readonly withinMs: number;
}

/** Creates the shutdown of this process. `onStop` is called first, `exit` last. */
export function createShutdown(onStop: () => void, exit: (code: number) => void): Shutdown {
  const parts: Part[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async (code: number) => {
    onStop();
    for (let part = parts.pop(); part; part = parts.pop())
      await Promise.race([part.stop(), sleep(part.withinMs, undefined, { ref: false })]).catch(() => undefined);
    exit(code);
  };
  return {
    add(stop, withinMs) {
      if (stopping) throw new Error('it was stopped while it started.');
      parts.push({ stop, withinMs });
    },
    run: (code) => (stopping ??= stopAll(code)),
  };
}
