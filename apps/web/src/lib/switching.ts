import { createStore, useStore } from './store.ts';

/** The phase of an account switch: request sent, or entering the other account. */
type SwitchPhase = 'asking' | 'moving';

/** The account switch that is running in this tab. */
export const switching = createStore<SwitchPhase | undefined>(undefined);

/** True while this tab is between two accounts; render no data of either then. */
export const useSwitching = (): boolean => useStore(switching, (phase) => phase === 'moving');
