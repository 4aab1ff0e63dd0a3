import * as calls from '@quayside/contracts/accounts/own-settings';
import { type Mounting, mount } from '../../http/mount.ts';
import * as sessions from './own/own-sessions.service.ts';
import * as settings from './own/own-settings.service.ts';

/** Mounts the calls for a person's own sessions and mail settings. */
export function mountOwnSettings(m: Mounting): void {
  const { deps } = m;
  mount(m, calls.listSessions)((w) => sessions.listSessions(w));
  mount(m, calls.endSession)((w, i) => sessions.endSession(deps, w, i.params.sessionId));
  mount(m, calls.endOtherSessions)((w) => sessions.endOtherSessions(deps, w));
  mount(m, calls.getUserSettings)((w) => settings.getUserSettings(w));
  mount(m, calls.updateUserSettings)((w, i) => settings.updateUserSettings(w, i.body));
  mount(m, calls.updateAccountUserSettings)((w, i) => settings.updateAccountUserSettings(w, i.body));
}
