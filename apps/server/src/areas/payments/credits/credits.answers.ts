import type { Credit, CreditUse, CreditWithUses } from '@quayside/contracts/payments/credits';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { personNames } from '../../accounts/public.ts';
import { findShownCredits, listShownUses, type ShownCredit, type ShownUse } from '../lists/credits.list.views.ts';
import { no, YES } from '../../../http/may.ts';
import { refusalOfPerson } from '../lists/payments.answers.ts';
import { amountOrNull } from '../lists/values.ts';

/** Converts a credit to the form that the API returns. */
export function toCredit(w: Work, row: ShownCredit): Credit {
  const { currency } = row;
  const left = row.amount_minor - row.used_minor;
  const account = (minor: bigint | null) => amountOrNull(minor, w.scope.currency);
  const refusal = refusalOfPerson(w.scope) ?? (left > 0n ? undefined : say('payments.nothing_left'));
  const may = refusal ? no(w.scope, refusal) : YES;
  return {
    id: row.id,
    supplier: { id: row.supplier_id, companyName: row.company_name, localName: row.local_name },
    source: row.source,
    label: row.invoice_number ?? row.po_number ?? '',
    invoice:
      row.invoice_id === null || row.invoice_number === null
        ? null
        : { id: row.invoice_id, number: row.invoice_number },
    purchaseOrder:
      row.purchase_order_id === null || row.po_number === null
        ? null
        : { id: row.purchase_order_id, number: row.po_number },
    transferId: row.transfer_id,
    currency,
    accountCurrency: w.scope.currency,
    amount: formatAmount(row.amount_minor, currency),
    used: formatAmount(row.used_minor, currency),
    left: formatAmount(left, currency),
    base: account(row.base_minor),
    leftBase: account(row.base_minor === null ? null : row.base_minor - (row.used_base_minor ?? 0n)),
    createdAt: row.created_at.toISOString(),
    can: { use: may, refund: may },
    version: row.version,
  };
}

/** One credit with its uses. Throws 404 if it does not exist. */
export async function getCredit(w: Work, id: string): Promise<CreditWithUses> {
  const [row] = await findShownCredits(w, [id]);
  if (!row) throw new AppError('payments.unknown');
  const uses = await listShownUses(w, id);
  const names = await personNames(
    w,
    uses.flatMap((use) => [use.recordedBy, use.reversedBy]),
  );
  return { ...toCredit(w, row), uses: uses.map((use) => toUse(w, use, row.currency, names)) };
}

function toUse(w: Work, use: ShownUse, currency: string, names: ReadonlyMap<string, string>): CreditUse {
  const who = (personId: string | null) => {
    const name = personId === null ? undefined : names.get(personId);
    return personId === null || name === undefined ? null : { id: personId, name };
  };
  const account = (minor: bigint | null) => amountOrNull(minor, w.scope.currency);
  const refusal = refusalOfPerson(w.scope) ?? (use.reversedAt === null ? undefined : say('payments.unpaid'));
  return {
    id: use.id,
    day: use.day,
    amount: formatAmount(use.amountMinor, currency),
    base: account(use.baseMinor),
    payment:
      use.paymentId === null
        ? null
        : {
            id: use.paymentId,
            number: use.number ?? '',
            position: use.position ?? 0,
            invoiceId: use.invoiceId,
            purchaseOrderId: use.purchaseOrderId,
          },
    received: account(use.refundMinor),
    exchangeDifference: account(
      use.refundMinor === null || use.baseMinor === null ? null : use.baseMinor - use.refundMinor,
    ),
    recordedAt: use.recordedAt.toISOString(),
    recordedBy: who(use.recordedBy),
    reversedAt: use.reversedAt?.toISOString() ?? null,
    reversedBy: who(use.reversedBy),
    can: { takeBack: refusal ? no(w.scope, refusal) : YES },
  };
}
