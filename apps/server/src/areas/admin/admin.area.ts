import type { Area } from '../area.ts';
import { mountAdmin } from './admin.routes.ts';

export const adminArea: Area = { name: 'admin', mount: mountAdmin };
