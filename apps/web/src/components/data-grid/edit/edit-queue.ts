/**
 * Runs the commands of a table one after the other. Calls `onSaving` when the first one starts and when the last one
 * ends.
 */
export function createEditQueue(onSaving: (isSaving: boolean) => void) {
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    add(command: () => Promise<void>): Promise<void> {
      waiting += 1;
      if (waiting === 1) onSaving(true);
      queue = queue.then(command).finally(() => {
        waiting -= 1;
        if (waiting === 0) onSaving(false);
      });
      return queue;
    },
    /** Resolves when all commands that have been added so far have ended. */
    idle: (): Promise<void> => queue,
  };
}
