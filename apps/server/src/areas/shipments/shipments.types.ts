import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type * as cartonCalls from '@quayside/contracts/shipments/cartons';
import type * as orderCalls from '@quayside/contracts/shipments/orders';
import type * as packListCalls from '@quayside/contracts/shipments/pack-lists';

type Calls = typeof cartonCalls & typeof orderCalls & typeof packListCalls;
/** The parsed query of a call, by the name of the call in the contract. */
export type QueryOf<K extends keyof Calls> = QueryOut<Calls[K]>;
/** The parsed body of a call, by the name of the call in the contract. */
export type BodyOf<K extends keyof Calls> = BodyOut<Calls[K]>;
