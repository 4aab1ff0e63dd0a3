import { useSyncExternalStore } from 'react';
import { isVerifyReminderHidden, onUserState } from './person-state.ts';

export { hideVerifyReminder } from './person-state.ts';

/** Did the signed-in person put the reminder of their unverified address away? */
export const useVerifyHidden = (): boolean => useSyncExternalStore(onUserState, isVerifyReminderHidden);
