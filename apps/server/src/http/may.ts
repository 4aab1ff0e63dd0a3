import type { Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { Scope } from '../db/tx.ts';

/** Whether a person may do something now, and the reason when not (`maySchema`). */
export interface May {
  allowed: boolean;
  reason: string | null;
}
export const YES: May = { allowed: true, reason: null };
/** Says that something is not allowed, and why, in the language of the answers. */
export const no = (scope: Scope, reason: Text): May => ({ allowed: false, reason: wordsOf(reason, scope.language) });
