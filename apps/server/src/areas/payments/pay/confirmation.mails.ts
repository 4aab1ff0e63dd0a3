import { say } from '@quayside/contracts/texts/catalogue';
import { moneyWords } from '@quayside/domain/money/money';
import type { MailTexts } from '../../../mail/queue-mail.ts';

/** A payment as its confirmation describes it. Both names were typed by people. */
interface ConfirmedPayment {
  readonly account: string;
  readonly supplier: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly paidOn: string;
  readonly reference: string | null;
  readonly parts: readonly {
    readonly type: 'INVOICE' | 'PURCHASE_ORDER';
    readonly number: string;
    readonly amountMinor: bigint;
  }[];
  /** The part that was more than was open; null if there is none. */
  readonly creditMinor: bigint | null;
}

/**
 * The confirmation of a payment. The names of account and supplier stand in the second line of the body, after a
 * sentence of our own, because people can choose names that are no names.
 */
export function confirmationMail({ account, supplier, currency, ...paid }: ConfirmedPayment): MailTexts {
  const amount = moneyWords(paid.amountMinor, currency);
  return {
    subject: say('mail.paid', { amount }),
    heading: say('mail.paid', { amount }),
    paragraphs: [
      say('mail.paid_body', { amount, day: paid.paidOn }),
      say('mail.paid_from_to', { account, supplier }),
      ...(paid.reference === null ? [] : [say('mail.paid_reference', { reference: paid.reference })]),
    ],
    items: paid.parts.map(({ type, number, amountMinor }) => ({
      text: say(type === 'INVOICE' ? 'mail.paid_invoice' : 'mail.paid_order', {
        number,
        amount: moneyWords(amountMinor, currency),
      }),
    })),
    ...(paid.creditMinor !== null && {
      afterAction: [say('mail.paid_credit', { amount: moneyWords(paid.creditMinor, currency) })],
    }),
  };
}
