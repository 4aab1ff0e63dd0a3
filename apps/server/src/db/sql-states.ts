/** "cached plan must not change result type": a newer version has migrated the database while this process runs. */
export const STALE_PLAN = '0A000';
