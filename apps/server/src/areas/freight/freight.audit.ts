import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';
import { DUTY_LOG_FIELDS } from './duty/duty-rates.state.ts';
import { RATE_LOG_FIELDS } from './rates/freight-rates.state.ts';

const IMPORTED = ['create', 'update'] as const;

/** The details that the audit log stores for changes of freight rates and duty rates. */
export const freightAudit = {
  'freight-rate.created': { name: true, changes: RATE_LOG_FIELDS },
  'freight-rate.changed': { name: true, changes: RATE_LOG_FIELDS },
  'freight-rate.archived': { name: true },
  'freight-rate.brought-back': { name: true },
  'freight-rate.deleted': { name: true, changes: RATE_LOG_FIELDS },
  'freight-rate.restored': { name: true },
  'freight-rate.imported': { facts: IMPORTED },
  'freight-rate.import-undone': { facts: ['undone', 'kept'] },
  'freight-rate.container-changed': { name: true, changes: ['usableVolume', 'payload'] },
  'freight-rate.supplier-merged': { name: true, changes: ['forwarder'] },
  'duty-rate.created': { name: true, changes: DUTY_LOG_FIELDS },
  'duty-rate.changed': { name: true, changes: DUTY_LOG_FIELDS },
  'duty-rate.deleted': { name: true, changes: DUTY_LOG_FIELDS },
  'duty-rate.restored': { name: true },
  'duty-rate.imported': { facts: IMPORTED },
  'duty-rate.import-undone': { facts: ['undone', 'kept'] },
  'duty-rate.destination-changed': { name: true, changes: ['customsValue'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof freightAudit> {}
}
