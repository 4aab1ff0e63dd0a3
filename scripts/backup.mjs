// Writes a backup of database, files and keys: `npm run backup -- <new file>`.
import '../apps/server/src/backup.ts';
