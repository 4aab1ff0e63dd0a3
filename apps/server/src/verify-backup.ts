import { verifyBackup } from './backups/restore-backup.ts';
import { runCommand } from './backups/run-command.ts';

// `npm run verify-backup -- <file>` reads a backup as a whole, and starts its database in a temporary folder.
await runCommand('Usage: npm run verify-backup -- <file of a backup>', async (config, file, say) => {
  const { madeAt, tables, rows, files, faults } = await verifyBackup(file, config.backupPassphrase, say);
  say(`The backup of ${madeAt} can be restored: ${rows} rows in ${tables} tables, ${files} files.`);
  return faults;
});
