import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

// Runs in a thread of its own with less right to the processor than the one that answers everybody. JavaScript, because
// a thread that reads TypeScript takes 10 MB more to learn it.

try {
  // Linux gives each thread a priority; the path ends with the number of this one.
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), workerData);
} catch {
  // Elsewhere a thread has the priority of its process.
}

parentPort?.on('message', (/** @type {import('./passwords.types.ts').PasswordTask} */ task) => {
  try {
    parentPort?.postMessage(
      task.stored === undefined ? hashSync(task.password, task.cost) : verifySync(task.stored, task.password),
    );
  } catch {
    // What is stored is no hash: nobody has that password.
    parentPort?.postMessage(false);
  }
});
