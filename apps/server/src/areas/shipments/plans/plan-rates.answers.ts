import type { ChosenRate } from '@quayside/contracts/freight/freight-rate-refs';
import { validityOn } from '@quayside/domain/shipments/freight-rates';
import type { RateHead } from './plan-rates.views.ts';

/** A freight rate as plans and comparisons show it, with whether it holds on a day. */
export const rateAnswer = ({ forwarderId, forwarderName, ...head }: RateHead, day: string): ChosenRate => ({
  ...head,
  forwarder: forwarderId === null ? null : { id: forwarderId, companyName: forwarderName ?? '' },
  validOn: day,
  validity: validityOn(head, day),
});
