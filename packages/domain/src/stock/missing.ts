import { grouped } from '../money/money.ts';
import { refuseField, type FieldResult } from '../payables/refusals.ts';
import { ok, ruleText } from '../refusal.ts';
import type { ShipmentStatus } from '../shipments/option-lists.ts';
import { checkReceiptDay, type Debtor, type MissingKind } from './receipts.ts';

/** A pack list of which units are missing. Its plan is null when it is in none. */
export interface MissingPackList {
  readonly planStatus: ShipmentStatus | null;
  readonly shippedOn: string | null;
  readonly received: bigint;
  readonly missing: bigint;
}

/** What a person says has become of missing units. */
export interface Decision {
  readonly kind: MissingKind;
  readonly debtor: Debtor;
  readonly units: bigint;
  readonly day: string;
}

/**
 * Whether what has not arrived of a pack list is missing, not on its way (stock §1): of a plan from RECEIVED
 * on, without a plan once something of it has arrived.
 */
const isMissing = ({ planStatus, received }: Pick<MissingPackList, 'planStatus' | 'received'>): boolean =>
  planStatus === null ? received > 0n : planStatus === 'RECEIVED' || planStatus === 'CLOSED';

/** Checks a decision about missing units: what was never sent is owed by the supplier, what was lost by another. */
export function checkDecision(packList: MissingPackList, decision: Decision, today: string): FieldResult<true> {
  const { kind, debtor, units, day } = decision;
  if (!isMissing(packList)) return refuseField('packListId', ruleText('missing.not_received'));
  if (units > packList.missing)
    return refuseField(
      'quantity',
      ruleText('missing.left', { count: Number(packList.missing), left: grouped(String(packList.missing)) }),
    );
  if ((kind === 'SHORT') !== (debtor === 'SUPPLIER'))
    return refuseField('debtor', ruleText(kind === 'SHORT' ? 'missing.supplier' : 'missing.debtor'));
  const { planStatus, shippedOn } = packList;
  const rule = checkReceiptDay(day, today, planStatus === null ? null : { hasLeft: true, shippedOn });
  return rule.ok ? ok(true) : rule;
}
