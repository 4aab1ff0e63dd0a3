import { listAuditLog } from '@quayside/contracts/audit';
import { exportAuditLog } from '@quayside/contracts/exports';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { auditExport } from './audit.export.ts';
import { listAudit } from './audit.service.ts';

/** Mounts the calls that let admins read the audit log of their account. */
export function mountAudit(m: Mounting): void {
  mount(m, listAuditLog)((w, i) => listAudit(w, i.query));
  mountExport(m, exportAuditLog)(auditExport);
}
