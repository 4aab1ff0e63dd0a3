import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

// Passwords are hashed in a separate thread with a lower priority than the thread that answers requests. This file is
// JavaScript, because loading TypeScript in a thread takes 10 MB more memory.

try {
  // Linux gives each thread its own priority. The link /proc/thread-self ends with the id of this thread.
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), workerData);
} catch {
  // Outside Linux there is no /proc/thread-self, and the thread keeps the priority of its process.
}

parentPort?.on('message', (/** @type {import('./passwords.types.ts').PasswordTask} */ task) => {
  try {
    parentPort?.postMessage(
      task.stored === undefined ? hashSync(task.password, task.cost) : verifySync(task.stored, task.password),
    );
  } catch {
    // The stored value is not a valid hash, so no password matches it.
    parentPort?.postMessage(false);
  }
});
