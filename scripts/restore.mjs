// Restores a backup into an empty DATA_DIR: `npm run restore -- <file>`.
import '../apps/server/src/restore.ts';
