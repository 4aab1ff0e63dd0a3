import { writeBackup } from './backups/write-backup.ts';
import { runCommand } from './backups/run-command.ts';
import { openFileStore } from './open-file-store.ts';

// `npm run backup -- <file>` writes a backup of the database, the files and the keys into a file.
await runCommand('Usage: npm run backup -- <new file>', async (config, file, say) => {
  const faults = await writeBackup({ config, fileStore: openFileStore(config) }, file, say);
  say(`The backup is in ${file}, and was read again without an error.`);
  if (config.backupPassphrase === undefined)
    say('It is not encrypted, and contains all data and keys: keep it as safe as DATA_DIR, or set BACKUP_PASSPHRASE.');
  if (config.secretsKey !== undefined) say('It does not contain SECRETS_KEY: keep a copy of it apart.');
  return faults;
});
