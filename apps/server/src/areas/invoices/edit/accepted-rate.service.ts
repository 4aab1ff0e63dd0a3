import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { findProposal } from '../../rates/public.ts';
import type { HeaderFields } from '../rows/invoice-header.ts';

/**
 * The exchange rate that a person accepted, if it is the one that is proposed for the invoice. A rate that the invoice
 * already has stays, and a proposal that has changed since the person saw it is refused, so that nobody accepts a rate
 * that they have not seen.
 */
export async function acceptedRate(
  w: Work,
  invoice: HeaderFields,
  seen: { readonly rate: string; readonly rateDate: string },
): Promise<Pick<HeaderFields, 'rate' | 'rateTyped' | 'rateTypedPer' | 'rateDate' | 'rateSource'>> {
  if (invoice.rate !== null) throw new AppError('rates.typed');
  const proposal = await findProposal(w, { from: invoice.currency, to: w.scope.currency, on: invoice.date });
  if (proposal?.rate !== seen.rate || proposal.day !== seen.rateDate) throw fieldError('rate', say('rates.changed'));
  const [entered, other] = proposal.parts;
  // A rate through the euro was entered in no direction.
  const isEntered = entered !== undefined && other === undefined;
  return {
    rate: proposal.rate,
    rateTyped: isEntered ? entered.rate : null,
    rateTypedPer: isEntered ? (entered.base === invoice.currency ? 'DOCUMENT' : 'ACCOUNT') : null,
    rateDate: proposal.day,
    rateSource: 'feed',
  };
}
