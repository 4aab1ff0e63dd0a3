import type { Area } from '../area.ts';

export const importsArea: Area = {
  name: 'imports',
  tables: ['import_mapping'],
};
