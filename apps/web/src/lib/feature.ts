import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { OutboundLink } from '@quayside/contracts/installation';
import type { Topic } from '@quayside/contracts/live';
import type { FoundRecord } from '@quayside/contracts/search';
import type { Requirement } from '@quayside/domain/access/access';
import type { TablerIcon } from '@tabler/icons-react';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { TextKey } from '../i18n/i18n.ts';
import type { CallInput } from './api/call.ts';
import { read } from './api/query-client.ts';
import type { ScreenNeed } from './screen-need.ts';

/** A screen inside the shell. Its chunk is loaded when the screen is first opened. */
export interface FeatureScreen {
  /** The pattern of the screen's path. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  readonly need?: ScreenNeed;
  /** Prefetches the screen when the browser is idle, because people usually open it soon after the home screen. */
  readonly isOpenedSoon?: true;
}
/** A path that redirects to another one. */
export interface FeatureRedirect {
  readonly path: string;
  readonly redirectTo: string;
  readonly need?: ScreenNeed;
}

/** The groups of the drawer in display order. */
export const DRAWER_GROUPS = ['resources', 'management', 'account', 'system'] as const;
export type DrawerGroup = (typeof DRAWER_GROUPS)[number];

/** An entry of the drawer. The palette offers it too, and it can have a shortcut. */
export interface DrawerEntry {
  readonly key: string;
  readonly group: DrawerGroup;
  readonly label: TextKey;
  readonly icon: TablerIcon;
  /**
   * The path of a screen, or the name of an outside page. An outside page opens in a new tab, and the entry exists only
   * if the installation has configured the page.
   */
  readonly to: string | { readonly outside: OutboundLink };
  readonly need?: ScreenNeed;
  /** Further paths at which the entry is highlighted as current. Paths below `to` need not be listed. */
  readonly covers?: readonly string[];
  /** The shortcut, and its label in the list of shortcuts. */
  readonly shortcut?: { readonly keys: readonly string[]; readonly label: TextKey };
  /** A short label. If it is set, the entry is also in the bar at the bottom of a phone. */
  readonly phoneLabel?: TextKey;
}

/** A screen that is in the palette but not in the drawer. */
interface PaletteScreen {
  readonly label: TextKey;
  readonly icon: TablerIcon;
  readonly to: string;
  readonly need?: ScreenNeed;
}

/**
 * A kind of record that a person can add. It is offered as an action of the palette, as a shortcut, and as a tile of
 * "Add new" and of the dashboard.
 */
export interface AddEntry {
  readonly key: string;
  readonly to: string;
  readonly icon: TablerIcon;
  readonly need?: ScreenNeed;
  /** The call that adds the record. A person who may not make this call is not offered the entry. */
  readonly call?: Requirement | EndpointSpec;
  /** The action in the palette and in the list of shortcuts. */
  readonly action?: { readonly label: TextKey; readonly keys?: readonly string[] };
  /** The tile of "Add new". For a person who may not add the record, the tile leads to `list` instead. */
  readonly tile?: { readonly label: TextKey; readonly hint: TextKey; readonly list?: string };
  /** The label of the tile on the dashboard. */
  readonly quickLabel?: TextKey;
}

/** A type of record that the search over all areas finds. */
export interface FoundKind {
  readonly type: FoundRecord['type'];
  readonly heading: TextKey;
  readonly icon: TablerIcon;
  /** The path of the screen that shows a record. */
  readonly path: (record: Pick<FoundRecord, 'id' | 'sku' | 'title'>) => string;
}

/**
 * The number of records that need attention. It can include the sum of their amounts, in the currency of the account.
 */
interface Amount {
  readonly count: number;
  readonly money?: string;
}
export const TONES = ['danger', 'warning', 'info'] as const;
/**
 * A kind of record that needs attention. While there are such records, the queue of the dashboard has a line for them.
 */
export interface Waiting {
  readonly key: string;
  readonly icon: TablerIcon;
  /** The urgency, by which the queue is sorted: `danger` first. */
  readonly tone: (typeof TONES)[number];
  readonly query: UseQueryOptions<unknown, Error, Amount>;
  /** The key of a string that contains the count. */
  readonly title: TextKey;
  readonly hint: TextKey;
  /** The label of the button. Only a person who may edit has this button. */
  readonly verb: TextKey;
  /** The path of the list of these records. */
  readonly to: string;
}

/** A figure of the dashboard: a count, or an amount in the currency of the account. */
export interface Figure {
  readonly key: string;
  readonly label: TextKey;
  readonly value: UseQueryOptions<unknown, Error, { readonly count: number } | { readonly money: string }>;
  /** The parts of the line below the figure. An amount stands after its text. */
  readonly detail: UseQueryOptions<
    unknown,
    Error,
    readonly { readonly text: TextKey; readonly count?: number; readonly money?: string }[]
  >;
  readonly link: { readonly label: TextKey; readonly to: string };
}

/**
 * Everything that a feature plugs into the application, as one value in `features/<area>/<area>.feature.ts`. Every
 * field except the name is optional. `app/features.ts` lists the features in display order. The value is loaded with
 * the first screen. To keep that chunk small, it refers to screens only by `() => import(...)`.
 */
export interface Feature {
  /** The name of the feature's folder. */
  readonly name: string;
  readonly screens?: readonly (FeatureScreen | FeatureRedirect)[];
  readonly drawer?: readonly DrawerEntry[];
  readonly palette?: readonly PaletteScreen[];
  readonly add?: readonly AddEntry[];
  readonly found?: readonly FoundKind[];
  readonly waiting?: readonly Waiting[];
  readonly figures?: readonly Figure[];
  /** Parts that are loaded lazily, but prefetched when the browser is idle because people usually need them soon. */
  readonly partsNeededSoon?: readonly (() => Promise<unknown>)[];
}

/**
 * Creates the query of a `Waiting` or a `Figure`. Example: `measured('products', productTotals, { query }, ({ count })
 * => ({ count }))`.
 */
export function measured<E extends EndpointSpec, M>(
  topic: Topic,
  call: E,
  input: CallInput<E>,
  measure: (answer: ResponseOf<E>) => M,
): UseQueryOptions<unknown, Error, M> {
  const { queryKey, queryFn } = read(topic, call, input);
  // The queries in the list of features have responses of different types. Only this function knows the type of this
  // response.
  return { queryKey, queryFn, select: (answer) => measure(answer as ResponseOf<E>) } as UseQueryOptions<
    unknown,
    Error,
    M
  >;
}

/** The access that a screen of the management section needs. */
export const MANAGEMENT: ScreenNeed = { management: true };
/** The access that the screens of orders, cartons and shipment plans need. */
export const ORDERS_AND_SHIPPING: ScreenNeed = { management: true, flags: [['isOrdersAndShippingEnabled']] };
/** The access that the screens of purchase orders need. */
export const PURCHASE_ORDERS: ScreenNeed = { flags: [['isPoAndInventoryEnabled']] };
