// Checks that a backup can be restored: `npm run verify-backup -- <file>`.
import '../apps/server/src/verify-backup.ts';
