import type { Area } from '../area.ts';
import { adminAudit } from './admin.audit.ts';
import { mountAdmin } from './admin.routes.ts';

export const adminArea: Area = { name: 'admin', audit: adminAudit, mount: mountAdmin };
