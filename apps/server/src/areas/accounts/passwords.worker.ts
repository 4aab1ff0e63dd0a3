import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { OPTIONS, type PasswordTask } from './passwords.types.ts';

// Runs in a thread of its own with less right to the processor than the one that answers everybody.

const NICER = 10;
try {
  // Linux gives each thread a priority; the path ends with the number of this one.
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICER);
} catch {
  // Elsewhere a thread has the priority of its process.
}

parentPort?.on('message', (task: PasswordTask) => {
  try {
    parentPort?.postMessage(task.stored === undefined ? hashSync(task.password, OPTIONS) : verifySync(task.stored, task.password));
  } catch {
    // What is stored is no hash: nobody has that password.
    parentPort?.postMessage(false);
  }
});
