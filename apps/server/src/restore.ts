import { restoreBackup } from './backups/restore-backup.ts';
import { runCommand } from './backups/run-command.ts';

// `npm run restore -- <file>` restores a backup into an empty DATA_DIR.
await runCommand('Usage: npm run restore -- <file of a backup>', async (config, file, say) => {
  const { madeAt, tables, rows, files, faults } = await restoreBackup(config, file, say);
  say(`Restored the backup of ${madeAt} into ${config.dataDir}: ${rows} rows in ${tables} tables, ${files} files.`);
  return faults;
});
