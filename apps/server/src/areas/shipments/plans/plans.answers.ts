import { convert, formatAmount } from '@quayside/domain/money/money';
import { numberText } from '@quayside/domain/shipments/numbers';
import {
  checkClosing,
  checkOpen,
  checkPlanEdit,
  checkReceivedByHand,
  checkReceiving,
  checkShipping,
  checkStepBack,
  statusBefore,
} from '@quayside/domain/shipments/plans';
import type { Scope } from '../../../db/tx.ts';
import { inMainUnit } from '../rows/measure-texts.ts';
import { may } from '../packing/pack-lists.answers.ts';
import { shipDayOf } from '../sync/plan-days.ts';
import { storedExchange } from './plan-exchange.service.ts';
import { typedCharge } from '../rows/plan-fields.ts';
import { rateAnswer } from './plan-rates.answers.ts';
import type { RateHead } from './plan-rates.views.ts';
import { fieldsOfPlan } from '../rows/plans.queries.ts';
import type { ShipmentPlan } from '../rows/plans.types.ts';
import type { PlanHead } from '../lists/plans.views.ts';

/** A sum of micrograms or cubic millimetres as kilograms or cubic metres; null is unknown. */
const measured = (sum: string | null): string | null => (sum === null ? null : inMainUnit(BigInt(sum)));

/** Surroundings that several plans of an answer share. */
interface PlanSurroundings {
  readonly scope: Scope;
  /** Today in the time zone of the account. */
  readonly today: string;
  /** The SKUs of the products that lack a measure, by id. */
  readonly skus: ReadonlyMap<string, string>;
  /** The freight rates that were chosen, by id. */
  readonly rates: ReadonlyMap<string, RateHead>;
}

/** Converts a plan to the form that the API returns, without its pack lists. */
export function toPlan(head: PlanHead, { scope, today, skus, rates }: PlanSurroundings): ShipmentPlan {
  const typed = fieldsOfPlan(head);
  const { shippingRate: _, containerEstimateMinor: __, ...fields } = typed;
  const cost = head.estimated_cost_minor;
  const currency = head.estimated_cost_currency ?? head.currency;
  const rate = storedExchange(scope, head, currency);
  const chosen = rates.get(head.freight_rate_id ?? '');
  return {
    id: head.id,
    number: numberText('SHIPMENT_PLAN', head.number),
    status: head.status,
    ...fields,
    isLate: head.status === 'OPEN' && head.estimated_ship_date !== null && head.estimated_ship_date < today,
    shippingRateOrContainerEstimate: typedCharge(typed),
    freightRate: chosen ? rateAnswer(chosen, shipDayOf(head) ?? today) : null,
    accountCurrency: scope.currency,
    chargeableWeight: measured(head.chargeable_ug),
    estimatedCost: cost === null ? null : formatAmount(cost, currency),
    estimatedCostCurrency: currency,
    estimatedCostInAccountCurrency:
      cost === null || rate === null
        ? null
        : formatAmount(convert(cost, currency, scope.currency, rate), scope.currency),
    lacking:
      head.lacking_reason === null
        ? null
        : {
            reason: head.lacking_reason,
            products: head.lacking_product_ids.map((productId) => ({ productId, sku: skus.get(productId) ?? '' })),
          },
    carrierContact:
      head.carrier_contact_id === null
        ? null
        : { id: head.carrier_contact_id, companyName: head.company_name ?? '', email: head.email },
    packListCount: head.pack_lists,
    units: Number(head.units),
    cartons: Number(head.cartons),
    weight: measured(head.weight_ug),
    volume: measured(head.volume_mm3),
    receivedUnits: Number(head.received),
    missingUnits: head.status === 'RECEIVED' || head.status === 'CLOSED' ? Number(head.missing) : 0,
    outUnits: head.status === 'IN_TRANSIT' ? Number(head.missing) : 0,
    isReceivedByHand: head.is_received_by_hand,
    closedAt: head.closed_at?.toISOString() ?? null,
    archivedAt: head.archived_at?.toISOString() ?? null,
    sentAt: head.sent_at?.toISOString() ?? null,
    isChangedSinceSent: head.sent_sha256 !== null && head.sent_sha256 !== head.content_sha256,
    can: {
      edit: may(scope, checkPlanEdit(head.status)),
      changePackLists: may(scope, checkOpen(head.status)),
      ship: may(scope, checkShipping({ status: head.status, packLists: head.pack_lists })),
      receive: may(scope, checkReceiving(head.status)),
      callReceived: may(scope, checkReceivedByHand(head)),
      close: may(scope, checkClosing(head)),
      stepBack: may(scope, checkStepBack(head, statusBefore(head.status))),
    },
    createdAt: head.created_at.toISOString(),
    updatedAt: head.updated_at.toISOString(),
    version: head.version,
  };
}
