/** "cached plan must not change result type": a newer release migrated the database while this process was running. */
export const STALE_PLAN = '0A000';
