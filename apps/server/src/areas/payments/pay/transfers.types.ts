import type { Deps } from '../../../deps.ts';
import type { BankSide, Base } from '@quayside/domain/payables/settle';
import type { TypedMailDeps } from '../../accounts/public.ts';
import type { TransferRow } from '../payments.types.ts';
import type { Target } from '../ledger/targets.views.ts';

export type MailingDeps = TypedMailDeps & Pick<Deps, 'mailer'>;

/** One instalment of a payment, with what it settles. */
interface PlannedPart extends Base {
  readonly target: Target;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** For a correction: the entry that this one replaces, and its place among the others. */
  readonly replaces?: { readonly id: string; readonly rank: bigint };
}

/** A payment as it will be stored. */
export interface TransferPlan {
  readonly kind: TransferRow['kind'];
  /** What is paid, with the part that becomes a credit. */
  readonly amountMinor: bigint;
  readonly paidOn: string;
  readonly bank: BankSide | null;
  readonly feeMinor: bigint;
  readonly parts: readonly PlannedPart[];
  readonly credit: { readonly amountMinor: bigint; readonly baseMinor: bigint | null } | null;
  readonly reference: string | null;
  readonly accountCodeId: string | null;
}

/** To whom the confirmation of a payment goes. Without anybody, none is sent. */
export interface Confirmation {
  readonly to: readonly string[];
  readonly cc: readonly string[];
}
