import { pageStore, useStore } from '../store.ts';

/**
 * The phase of an account switch: `asking` while the request is in flight, `moving` while this tab enters the other
 * account.
 */
type SwitchPhase = 'asking' | 'moving';

/** The account switch that is in progress in this tab. */
export const switching = pageStore<SwitchPhase | undefined>(undefined);

/** True while this tab is between two accounts. During this time, no data of either account may be rendered. */
export const useSwitching = (): boolean => useStore(switching, (phase) => phase === 'moving');
