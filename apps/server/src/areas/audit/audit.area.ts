import type { Area } from '../area.ts';
import { mountAudit } from './audit.routes.ts';

export const auditArea: Area = { name: 'audit', mount: mountAudit };
