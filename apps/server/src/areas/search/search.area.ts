import type { Area } from '../area.ts';
import { mountSearch } from './search.routes.ts';

export const searchArea: Area = { name: 'search', mount: mountSearch };
