import type { Area } from '../area.ts';
import { importNames } from './import-names.views.ts';

export const importsArea: Area = {
  name: 'imports',
  tables: ['import'],
  files: [{ table: 'import', column: 'storage_key', countsAsSpace: false }],
  names: importNames,
};
