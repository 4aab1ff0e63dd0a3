import { useSyncExternalStore } from 'react';

/** What a switch of account is at: asked for, or on its way into the other account. */
export type SwitchPhase = 'asking' | 'moving';

let phase: SwitchPhase | undefined;
const listeners = new Set<() => void>();

/** The switch of account that runs in this tab. */
export const switching = {
  get: (): SwitchPhase | undefined => phase,
  set(next: SwitchPhase | undefined): void {
    phase = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** True while this tab is between two accounts: nothing of either may be drawn. */
export const useSwitching = (): boolean => useSyncExternalStore(switching.subscribe, () => phase === 'moving');
