import { createDiskFileStore } from './adapters/file-store/disk.ts';
import type { Config } from './config.ts';
import type { FileStore } from './ports/file-store.ts';

/**
 * Opens the store of the files. The command that writes a backup needs nothing else of compose.ts, which loads the
 * whole application.
 */
export const openFileStore = (config: Pick<Config, 'filesDir'>): FileStore => createDiskFileStore(config.filesDir);
