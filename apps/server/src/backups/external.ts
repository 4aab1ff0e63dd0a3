import type { Config } from '../config.ts';

/** Throws if the database is external: PostgreSQL's own programs back it up and restore it. */
export function requireEmbedded({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === undefined) return;
  throw new Error(
    'DATABASE_URL names an external PostgreSQL. This command is for the embedded database. Run pg_dump as a ' +
      'superuser first, then copy FILES_DIR, and keep SECRETS_KEY apart (runbook, "Backup of an external PostgreSQL").',
  );
}
