import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { OutboundLink } from '@quayside/contracts/installation';
import type { Topic } from '@quayside/contracts/live';
import type { FoundRecord } from '@quayside/contracts/search';
import type { Requirement } from '@quayside/domain/access/access';
import type { TablerIcon } from '@tabler/icons-react';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { TextKey } from '../i18n/i18n.ts';
import type { CallInput } from './call.ts';
import { read } from './query-client.ts';
import type { ScreenNeed } from './screen-need.ts';

/** A screen inside the shell. Its chunk is loaded when the screen is first opened. */
export interface FeatureScreen {
  /** The pattern of its address. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  readonly need?: ScreenNeed;
}
/** An address that redirects to another one. */
export interface FeatureRedirect {
  readonly path: string;
  readonly redirectTo: string;
  readonly need?: ScreenNeed;
}

/** The groups of the drawer, in the order in which they are shown. */
export const DRAWER_GROUPS = ['resources', 'management', 'account', 'system'] as const;
export type DrawerGroup = (typeof DRAWER_GROUPS)[number];

/** An entry of the drawer. The palette and the shortcuts have it too. */
export interface DrawerEntry {
  readonly key: string;
  readonly group: DrawerGroup;
  readonly label: TextKey;
  readonly icon: TablerIcon;
  /** The path of its screen, or the name of an outside page, which opens in a new tab where the installation has it. */
  readonly to: string | { readonly outside: OutboundLink };
  readonly need?: ScreenNeed;
  /** Further addresses at which this entry is the current one, beside those below its own. */
  readonly covers?: readonly string[];
  /** Its shortcut, and the label in the list of shortcuts. */
  readonly shortcut?: { readonly keys: readonly string[]; readonly label: TextKey };
  /** Set where the bar at the bottom of a phone has the entry: its label there, which is short. */
  readonly phoneLabel?: TextKey;
}

/** A screen that the palette finds although the drawer has no entry for it. */
interface PaletteScreen {
  readonly label: TextKey;
  readonly to: string;
  readonly need?: ScreenNeed;
}

/** Something that can be added: an action of the palette, a shortcut, a tile of "Add new" and of the dashboard. */
export interface AddEntry {
  readonly key: string;
  readonly to: string;
  readonly icon: TablerIcon;
  readonly need?: ScreenNeed;
  /** The call that adds it; a person who may not make it is not offered the entry. */
  readonly call?: Requirement | EndpointSpec;
  /** The action in the palette and in the list of shortcuts. */
  readonly action?: { readonly label: TextKey; readonly keys?: readonly string[] };
  /** The tile of "Add new". A person who may not add it is led to `list` instead. */
  readonly tile?: { readonly label: TextKey; readonly hint: TextKey; readonly list?: string };
  /** The label of its tile on the dashboard. */
  readonly quickLabel?: TextKey;
}

/** Records of a type that the search over all areas finds. */
export interface FoundKind {
  readonly type: FoundRecord['type'];
  readonly heading: TextKey;
  readonly icon: TablerIcon;
  /** The address of the screen that shows one of them. */
  readonly path: (record: Pick<FoundRecord, 'id' | 'sku'>) => string;
}

/** The number of records that need attention, and the sum of their amounts in the currency of the account. */
export interface Amount {
  readonly count: number;
  readonly money?: string;
}
export const TONES = ['danger', 'warning', 'info'] as const;
/** One kind of records that need attention: a line in the queue of the dashboard while there are any. */
export interface Waiting {
  readonly key: string;
  readonly icon: TablerIcon;
  /** How urgent it is; the queue begins with `danger`. */
  readonly tone: (typeof TONES)[number];
  readonly query: UseQueryOptions<unknown, Error, Amount>;
  /** A text with a count. */
  readonly title: TextKey;
  readonly hint: TextKey;
  /** The label of the button for a person who may edit. */
  readonly verb: TextKey;
  /** The list of them. */
  readonly to: string;
}

/**
 * What a feature plugs into the application, as one value in `features/<area>/<area>.feature.ts`. Every field but the
 * name is optional. `app/features.ts` lists the features in the order in which drawer, palette and dialogs show them.
 * The value comes with the first screen: it imports no screen, only `() => import(...)`.
 */
export interface Feature {
  /** The name of its folder. */
  readonly name: string;
  readonly screens?: readonly (FeatureScreen | FeatureRedirect)[];
  readonly drawer?: readonly DrawerEntry[];
  readonly palette?: readonly PaletteScreen[];
  readonly add?: readonly AddEntry[];
  readonly found?: readonly FoundKind[];
  readonly waiting?: readonly Waiting[];
}

/** The query of a `Waiting`: `amountOf('products', productTotals, { query }, ({ count }) => ({ count }))`. */
export function amountOf<E extends EndpointSpec>(
  topic: Topic,
  call: E,
  input: CallInput<E>,
  measure: (answer: ResponseOf<E>) => Amount,
): Waiting['query'] {
  const { queryKey, queryFn } = read(topic, call, input);
  // The list of all features keeps queries of different answers, so the type of the answer is known only here.
  return { queryKey, queryFn, select: (answer) => measure(answer as ResponseOf<E>) } as Waiting['query'];
}

/** Needs of a screen of the management section. */
export const MANAGEMENT: ScreenNeed = { management: true };
