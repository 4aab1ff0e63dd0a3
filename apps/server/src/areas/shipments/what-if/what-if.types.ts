import type { BodyOut } from '@quayside/contracts/endpoint';
import type { compareFreight } from '@quayside/contracts/shipments/what-if';
import type { ContainerSizes } from '@quayside/domain/shipments/containers';
import type { PlanGoods } from '../sync/plan-goods.ts';
import type { PlanRow } from '../rows/plans.queries.ts';

/** The parsed body of the comparison of freight rates. */
export type WhatIfBody = BodyOut<typeof compareFreight>;

/** What a comparison is about: the goods, the day, and the sizes of containers. */
export interface Compared {
  readonly plan: PlanRow;
  readonly goods: PlanGoods;
  readonly shipDay: string | null;
  /** The day on which rates have to hold: the day on which the goods leave, today while nobody knows it. */
  readonly day: string;
  readonly sizes: ContainerSizes;
}
