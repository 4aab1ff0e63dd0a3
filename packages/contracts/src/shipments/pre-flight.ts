import { PLAN_FINDING_CODES } from '@quayside/domain/shipments/plan-checks';
import { CARTON_LABELS } from '@quayside/domain/shipments/pre-flight-rules';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipping } from './pack-lists.ts';
import { id, userAnd } from '../primitives.ts';

// Pre-flight: what is wrong with the cartons of a plan before it leaves. It stores nothing.

const UNITS = ['IN', 'CM', 'LB', 'KG', 'M3', 'UNITS', 'CARTONS', 'ROWS', 'SKUS'] as const;
const cartonRef = z.object({ id, number: z.string() });
/** Units of the SKU of a finding, in a pack list or in a carton row. */
const place = z.object({ number: z.string(), units: z.int(), cartonId: id.nullable() });

const findingSchema = z.object({
  code: z.enum(PLAN_FINDING_CODES),
  severity: z.enum(['ERROR', 'WARNING']),
  carton: cartonRef.nullable().meta({ description: 'Null: it is about the whole plan' }),
  skus: z.array(z.string()),
  limit: z.string().nullable().meta({ description: 'In `unit`' }),
  value: z.string().nullable().meta({ description: 'In `unit`' }),
  unit: z.enum(UNITS).nullable(),
  version: z.string().nullable().meta({ description: 'Of the rules that say so' }),
  sources: z.array(z.string()),
  /** For CONTENTS: what the pack lists hold of the SKU, and what the cartons hold. */
  plannedIn: z.array(place),
  packedIn: z.array(place),
});
export type PreFlightFinding = z.infer<typeof findingSchema>;

const preFlightSchema = z.object({
  errors: z.int(),
  warnings: z.int(),
  cartons: z.int().meta({ description: 'All cartons that were checked' }),
  isToAmazon: z.boolean().meta({ description: 'Only plans to an Amazon address are held against its rules' }),
  rules: z.object({ marketplace: z.string(), version: z.string(), sources: z.array(z.string()) }).nullable(),
  findings: z.array(findingSchema),
  labels: z.array(
    z.object({
      carton: cartonRef,
      count: z.int().meta({ description: 'The cartons that need it' }),
      label: z.enum(CARTON_LABELS),
      above: z.string(),
      unit: z.enum(UNITS),
    }),
  ),
});
export type PreFlight = z.infer<typeof preFlightSchema>;

export const getPreFlight = endpoint({
  id: 'getShipmentPlanPreFlight',
  method: 'GET',
  path: '/orders/{userId}/shipmentplans/{id}/pre-flight',
  access: 'read',
  flags: shipping,
  summary: 'What is wrong with the cartons of a plan before it leaves; stores nothing',
  description: 'Each finding names the carton row, the SKUs, the limit, the value and the source.',
  params: userAnd('id'),
  response: preFlightSchema,
  errors: ['shipments.unknown_plan'],
});
