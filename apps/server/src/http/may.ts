import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { refusalOf } from '@quayside/domain/access/access';
import type { Scope } from '../db/tx.ts';

/** Whether a person may do something now, and the reason when not (`maySchema`). */
export interface May {
  allowed: boolean;
  reason: string | null;
}
export const YES: May = { allowed: true, reason: null };
/** Says that something is not allowed, and why, in the language of the answers. */
export const no = (scope: Scope, reason: Text): May => ({ allowed: false, reason: wordsOf(reason, scope.language) });

/** Why this person may not make a call at all; undefined if they may. */
export function whyRefused(endpoint: EndpointSpec, scope: Scope): Text | undefined {
  const refusal = refusalOf(endpoint, scope);
  return refusal ? say(refusal === 'tier_expired' ? 'payment_required' : 'forbidden') : undefined;
}

/** Whether this person may make a call at all. */
export function mayCall(endpoint: EndpointSpec, scope: Scope): May {
  const reason = whyRefused(endpoint, scope);
  return reason ? no(scope, reason) : YES;
}
