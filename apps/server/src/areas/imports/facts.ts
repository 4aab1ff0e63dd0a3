import { relation } from '../../db/relation.ts';

/** The imports of all kinds. */
export const IMPORTS = relation('import', ['account_id', 'id', 'file_name', 'finished_at', 'state']);
