import type { ActionSpecs } from '../../events/audit-actions.ts';

/** The fields of carton rows that the audit log stores, in the order of the form. */
export const CARTON_FIELDS = ['cartons', 'cartonType', 'measuredWeight', 'weightUnit', 'marks', 'packLists'] as const;
/** The fields of carton types that the audit log stores, in the order of the form. */
export const CARTON_TYPE_FIELDS = [
  'name',
  'length',
  'width',
  'height',
  'dimensionUnit',
  'tare',
  'weightUnit',
  'maxUnits',
] as const;

/** The details that the audit log stores for changes of carton rows and carton types. */
export const cartonsAudit = {
  'carton.created': { name: true, changes: CARTON_FIELDS },
  'carton.changed': { changes: CARTON_FIELDS },
  'carton.deleted': { name: true },
  'carton-type.created': { name: true, changes: CARTON_TYPE_FIELDS },
  'carton-type.changed': { changes: CARTON_TYPE_FIELDS },
  'carton-type.deleted': { name: true },
} as const satisfies ActionSpecs;
