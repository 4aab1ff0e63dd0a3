import { type AuditValue, changesBetween, type FieldChange, ref } from '../../../events/audit-actions.ts';
import { type PlanFields, typedCharge } from '../rows/plan-fields.ts';
import { PLAN_FIELDS } from '../plans.audit.ts';

// Formats the changes of shipment plans for the audit log.

type PlanField = (typeof PLAN_FIELDS)[number];

const loggedPlan = (plan: PlanFields): Readonly<Record<PlanField, AuditValue>> => {
  const charge = typedCharge(plan);
  return {
    ...plan,
    shippingRateOrContainerEstimate: charge === null ? null : `${charge} ${plan.currency}`,
    carrierContact: ref(plan.carrierContactId),
    freightRate: ref(plan.freightRateId),
  };
};

/** The fields of a plan that differ. */
export const planChanges = (from: PlanFields, to: PlanFields): FieldChange<PlanField>[] => {
  const [before, after] = [loggedPlan(from), loggedPlan(to)];
  return changesBetween(
    PLAN_FIELDS,
    (field) => before[field],
    (field) => after[field],
  );
};
