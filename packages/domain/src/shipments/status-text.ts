import { type RuleText, ruleText } from '../refusal.ts';
import type { ShipmentStatus } from './option-lists.ts';

/** The words of a status inside a sentence: "in transit". */
export const statusText = (status: ShipmentStatus): RuleText => ruleText(`shipment_status.${status}`);

/** Says that a plan with this status cannot get that one. */
export const moveText = (status: ShipmentStatus, to: ShipmentStatus): RuleText =>
  ruleText('plan.move', { status: statusText(status), to: statusText(to) });
